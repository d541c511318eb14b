import { type Selectable, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Submission } from "~/domain/accounts/forms/form-submissions.server"
import { findLastEditor } from "~/domain/audit/last-editor.server"
import { lastDayOf } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import { compareFields, StaleEdit } from "~/domain/validation/stale-edit"
import type { Tables } from "~db/schema"
import { discountStatus } from "./discount"
import type { DiscountForm } from "./discount-form"
import { toDiscountRule, toDiscountTerms } from "./discount-rows.server"
import { type DiscountTexts, discountTexts } from "./discount-texts"

/** Each cart is quoted with every automatic discount that applies. */
const MAX_AUTOMATIC = 30

type DiscountFields = Omit<DiscountForm, "snapshot" | "formKey">
type DiscountRow = Selectable<Tables["discounts"]>

/** @throws ShopError `invalid` at the field that is wrong */
export async function createDiscount(
  shop: Shop,
  staff: Staff<"discounts.edit">,
  fields: DiscountFields,
  submit: Submission = shop.transaction,
): Promise<string> {
  const id = newObjectId(shop.now())
  await submit(async (tx) => {
    const columns = columnsOf(tx, fields)
    await assertFree(tx, columns)
    const times = { created_at: tx.now(), updated_at: tx.now() }
    await tx.db
      .insertInto("discounts")
      .values({ id, ...columns, ...times })
      .execute()
    await emit(tx, "discount.created", { actor: staff, id, after: auditFields(tx, columns) })
  })
  await shop.discounts.renew()
  return id
}

/** @throws StaleEdit, or ShopError as `createDiscount` does */
export async function updateDiscount(
  shop: Shop,
  staff: Staff<"discounts.edit">,
  id: string,
  { snapshot, ...fields }: Omit<DiscountForm, "formKey">,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockDiscount(tx, id)
    if (snapshot) await assertNotStale(tx, before, snapshot)
    const after = columnsOf(tx, fields)
    await assertFree(tx, after, id)
    await assertLimitsHold(tx, id, fields)
    await tx.db
      .updateTable("discounts")
      .set({ ...after, updated_at: tx.now() })
      .where("id", "=", id)
      .execute()
    await emit(tx, "discount.updated", {
      actor: staff,
      id,
      before: auditFields(tx, before),
      after: auditFields(tx, after),
    })
  })
  await shop.discounts.renew()
}

/** Stops a discount at once, or resumes it. */
export async function stopDiscount(
  shop: Shop,
  staff: Staff<"discounts.edit">,
  id: string,
  isStopped: boolean,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockDiscount(tx, id)
    if ((before.stopped_at !== null) === isStopped) return
    if (!isStopped) await assertFree(tx, before, id)
    await tx.db
      .updateTable("discounts")
      .set({ stopped_at: isStopped ? tx.now() : null, updated_at: tx.now() })
      .where("id", "=", id)
      .execute()
    await emit(tx, isStopped ? "discount.stopped" : "discount.resumed", {
      actor: staff,
      id,
      before: { name: before.name, stopped: !isStopped },
      after: { name: before.name, stopped: isStopped },
    })
  })
  await shop.discounts.renew()
}

async function assertNotStale(tx: Tx, row: DiscountRow, snapshot: DiscountTexts): Promise<void> {
  const fields = compareFields(snapshot, discountTexts(toDiscountTerms(row), daysOf(tx)))
  if (fields.length > 0) throw new StaleEdit("discount", fields, await findLastEditor(tx, "discount", row.id))
}

/** Waits for checkouts that are taking a use, whether they lock the discount or not. */
async function lockDiscount({ db }: Tx, id: string): Promise<DiscountRow> {
  const row = db.selectFrom("discounts").selectAll().where("id", "=", id).forUpdate()
  return row.executeTakeFirstOrThrow(() => notFound("There is no such discount"))
}

/** Locks the table against a second equal code, or one discount too many, at the same time. */
async function assertFree(
  tx: Tx,
  { code, starts_at, ends_at, max_uses }: Pick<DiscountRow, "code" | "starts_at" | "ends_at" | "max_uses">,
  id: string | null = null,
): Promise<void> {
  await sql`lock table discounts in share row exclusive mode`.execute(tx.db)
  const others = tx.db.selectFrom("discounts").where("id", "is distinct from", id)
  if (code !== null) return assertCodeFree(tx, code, id)
  const now = tx.now()
  const automatic = await others.selectAll().where("code", "is", null).execute()
  const isOver = (rule: Parameters<typeof discountStatus>[0]) =>
    ["ended", "stopped"].includes(discountStatus(rule, 0, now))
  if (isOver({ endsAt: ends_at, startsAt: starts_at, maxUses: max_uses, stoppedAt: null })) return
  if (automatic.filter((row) => !isOver(toDiscountRule(row))).length >= MAX_AUTOMATIC)
    throw invalid(
      `At most ${MAX_AUTOMATIC} automatic discounts run or are planned: stop one, or give this a code`,
      "code",
    )
}

export async function assertCodeFree({ db }: Queryable, code: string | null, id: string | null): Promise<void> {
  const others = db.selectFrom("discounts").select("name").where("id", "is distinct from", id)
  const other = code && (await others.where("code", "=", code).executeTakeFirst())
  if (other) throw invalid(`“${other.name}” has this code already`, "code")
}

async function assertLimitsHold(tx: Tx, id: string, { maxUses, maxUsesPerPerson, firstOrder }: DiscountFields) {
  const { rows } = await sql<{ uses: number; most: number }>`
    select coalesce(sum(uses), 0)::integer as uses, coalesce(max(uses), 0)::integer as most from (
      select count(*) as uses from discount_uses where discount_id = ${id} and not is_beyond_limit
      group by grouping sets ((user_id), (email_hash))) counted`.execute(tx.db)
  const [uses, most] = [(rows[0]?.uses ?? 0) / 2, rows[0]?.most ?? 0]
  if (maxUses !== null && maxUses < uses)
    throw invalid(`It has been used ${pluralize(uses, "time")}: enter at least that, or stop it`, "maxUses")
  const own = firstOrder ? 1 : maxUsesPerPerson
  if (own !== null && own < most) {
    const field = firstOrder ? "firstOrder" : "maxUsesPerPerson"
    throw invalid(`One person has used it ${pluralize(most, "time")} already: enter at least that`, field)
  }
}

function columnsOf(shop: Queryable, { goodsFrom, unitsFrom, firstOrder, ...fields }: DiscountFields) {
  const days = daysOf(shop)
  const { from, until, maxUses, maxUsesPerPerson, name, code, kind, percent, amount } = fields
  return {
    ...{ name, code, kind, percent, amount },
    categories: fields.categories,
    products: fields.products,
    goods_from: goodsFrom,
    units_from: unitsFrom,
    zones: fields.zones,
    first_order: firstOrder,
    starts_at: from === null ? null : days.startOf(from),
    ends_at: until === null ? null : days.endOf(until),
    max_uses: maxUses,
    max_uses_per_person: maxUsesPerPerson,
  }
}

/** With days, which stay what they were if the shop's zone changes */
function auditFields(shop: Queryable, row: ReturnType<typeof columnsOf>) {
  const days = daysOf(shop)
  const { startsAt, endsAt, ...terms } = toDiscountTerms(row)
  return {
    ...terms,
    startsAt: startsAt && days.dayOf(startsAt),
    endsAt: endsAt && lastDayOf(endsAt, days),
    percent: row.percent === null ? null : row.percent / 10_000,
  }
}
