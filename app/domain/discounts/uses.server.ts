import { sql } from "kysely"
import { accountKey } from "~/domain/accounts/rate-limit-keys.server"
import type { AppliedDiscount } from "~/domain/pricing/charges"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { hasOrdered } from "./has-ordered.server"

interface UsedDiscounts {
  checkoutId: string
  user: { id: string; email: string }
  discounts: readonly Pick<AppliedDiscount, "id">[]
}

/**
 * Locks the limited discounts. Call it before units are reserved.
 * @throws ShopError `conflict` if no use is left
 */
export async function takeUses(tx: Tx, used: UsedDiscounts): Promise<void> {
  const [exceeded] = await insertUses(tx, used)
  if (exceeded) throw conflict(`${exceeded} has just been used up. Please check the new amounts and confirm again.`)
}

/** Returns false if no use is left; the payment is then refunded, and `refundCheckout` releases the other uses. */
export async function takeUsesOfPaid(tx: Tx, used: UsedDiscounts): Promise<boolean> {
  return (await insertUses(tx, used)).length === 0
}

/**
 * Also counts the uses of a paid checkout for its card, because an e-mail address can be invented. Returns false if the
 * card has used up a code. An automatic discount stays, even beyond its limit.
 */
export async function takeUsesOfCard(
  tx: Tx,
  { checkoutId, user, discounts, card }: UsedDiscounts & { card: string | null },
): Promise<boolean> {
  if (discounts.length === 0 || card === null) return true
  const limited = (
    await lockLimited(
      tx,
      discounts.map(({ id }) => id),
    )
  ).filter(({ own_uses }) => own_uses !== null)
  if (limited.length === 0) return true
  const cardHash = accountKey(card)
  await tx.db.updateTable("discount_uses").set({ card_hash: cardHash }).where("checkout_id", "=", checkoutId).execute()
  const { rows } = await sql<{ id: string; isCode: boolean }>`
    select discounts.id, code is not null as "isCode" from discounts
    join discount_uses mine on mine.discount_id = discounts.id and mine.checkout_id = ${checkoutId}
    where discounts.id = any(${limited.map(({ id }) => id)}) and (
      select count(*) from discount_uses where discount_id = discounts.id and checkout_id <> ${checkoutId}
        and not is_beyond_limit and (card_hash = ${cardHash} or user_id = ${user.id})
    ) >= case when first_order then 1 else max_uses_per_person end`.execute(tx.db)
  if (rows.some(({ isCode }) => isCode)) return false
  const beyond = rows.map(({ id }) => id)
  if (beyond.length > 0) {
    const uses = tx.db.updateTable("discount_uses").set({ is_beyond_limit: true }).where("checkout_id", "=", checkoutId)
    await uses.where("discount_id", "in", beyond).execute()
  }
  return true
}

/**
 * Runs before the count, so that it and a change of the limit wait for each other. Returns the names, or codes,
 * of the discounts without a use left.
 */
async function insertUses(tx: Tx, { checkoutId, user, discounts }: UsedDiscounts): Promise<string[]> {
  if (discounts.length === 0) return []
  const ids = discounts.map(({ id }) => id)
  const email = accountKey(user.email)
  const use = { checkout_id: checkoutId, user_id: user.id, email_hash: email, created_at: tx.now() }
  await tx.db
    .insertInto("discount_uses")
    .values(ids.toSorted().map((id) => ({ ...use, discount_id: id })))
    .execute()
  const exceeded: string[] = []
  // Counted under the locks, to include uses committed by others.
  for (const { id, name, code, max_uses, own_uses, first_order } of await lockLimited(tx, ids)) {
    if (!ids.includes(id)) continue
    const { all, own, before } = await countUses(tx, { id, first_order, checkoutId, email, user })
    const isLeft = (max_uses === null || all < max_uses) && (own_uses === null || own < own_uses)
    if (!isLeft || before) exceeded.push(code ?? name)
  }
  return exceeded
}

/** Adds all other first-order discounts if one of them is used, because a customer has only one first order. */
async function lockLimited({ db }: Tx, ids: string[]) {
  return db
    .selectFrom("discounts")
    .select(["id", "name", "code", "max_uses", "first_order"])
    .select(sql<number | null>`case when first_order then 1 else max_uses_per_person end`.as("own_uses"))
    .where(sql<boolean>`(id = any(${ids}) or (first_order and exists (
      select from discounts used where used.id = any(${ids}) and used.first_order)))`)
    .where(sql<boolean>`(max_uses is not null or max_uses_per_person is not null or first_order)`)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
}

interface CountedUse {
  id: string
  first_order: boolean
  checkoutId: string
  user: { id: string; email: string }
  /** The hash of the address */
  email: string
}

/** `before` says whether the customer has ordered before. */
async function countUses({ db }: Tx, { id, first_order, checkoutId, user, email }: CountedUse) {
  // First-order discounts need a verified address, so its earlier uses belong to this customer.
  const isOwn = sql`(discount_uses.user_id = ${user.id} or (${first_order} and discount_uses.email_hash = ${email}))`
  return db
    .selectFrom("discount_uses")
    .select(sql<number>`count(*)::integer`.as("all"))
    .select(sql<number>`(count(*) filter (where ${isOwn}))::integer`.as("own"))
    .select(
      sql<boolean>`${first_order} and (${hasOrdered(user)} or exists (
        select from discount_uses join discounts on discounts.id = discount_id
        where first_order and checkout_id <> ${checkoutId} and not is_beyond_limit and ${isOwn}))`.as("before"),
    )
    .where("discount_id", "=", id)
    .where("checkout_id", "<>", checkoutId)
    .where("is_beyond_limit", "=", false)
    .executeTakeFirstOrThrow()
}

/** Keeps the account's uses, which the limits still count. */
export async function anonymizeUses({ db }: Tx, userId: string): Promise<void> {
  await db
    .updateTable("discount_uses")
    .set({ email_hash: userId, card_hash: null })
    .where("user_id", "=", userId)
    .execute()
}

/** Moves the uses of checkouts to an account; uses beyond its limit do not count. */
export async function reassignUses({ db }: Tx, checkouts: string[], userId: string): Promise<void> {
  if (checkouts.length === 0) return
  await sql`
    with own as (
      select checkout_id, discount_id, is_beyond_limit, row_number() over (
        partition by discount_id, is_beyond_limit order by checkout_id = any(${checkouts}), created_at) as place
      from discount_uses where user_id = ${userId} or checkout_id = any(${checkouts}))
    update discount_uses moved set user_id = ${userId}, is_beyond_limit = own.is_beyond_limit
      or coalesce(place > case when first_order then 1 else max_uses_per_person end, false)
    from own join discounts on discounts.id = own.discount_id
    where (moved.checkout_id, moved.discount_id) = (own.checkout_id, own.discount_id)
      and moved.checkout_id = any(${checkouts})`.execute(db)
}

/** Needs no lock: a concurrent count may include the released use. */
export async function releaseUses(
  { db }: Tx,
  { checkoutId, discounts }: { checkoutId: string | null; discounts: readonly unknown[] },
): Promise<void> {
  if (discounts.length > 0) await db.deleteFrom("discount_uses").where("checkout_id", "=", checkoutId).execute()
}
