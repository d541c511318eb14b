import { type Selectable, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Submission } from "~/domain/accounts/forms/form-submissions.server"
import { emit } from "~/domain/events/emit.server"
import { saveRecord } from "~/domain/records/save-record.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import type { Tables } from "~db/schema"
import { discountStatus, usesPerPerson } from "./discount"
import { type DiscountForm, discountRecord, toDiscountRule } from "./discount-record"

/** The limit exists because every cart is quoted once for each automatic discount. */
const MAX_AUTOMATIC = 30

type DiscountRow = Selectable<Tables["discounts"]>

/** Returns the discount's id; creates one if `id` is null. @throws StaleEdit, or ShopError `invalid` at a field */
export async function saveDiscount(
  shop: Shop,
  staff: Staff<"discounts.edit">,
  id: string | null,
  typed: DiscountForm,
  submit?: Submission,
): Promise<string> {
  const saved = await saveRecord(
    shop,
    staff,
    discountRecord,
    { id, typed, submit },
    {
      kind: "discount",
      lock: lockDiscount,
      assertAllowed: async (tx, after) => {
        await assertFree(tx, after, id)
        if (id !== null) await assertLimitsHold(tx, id, typed)
      },
      write: ({ db, now }, id, columns, isNew) =>
        isNew
          ? db
              .insertInto("discounts")
              .values({ id, ...columns, created_at: now(), updated_at: now() })
              .execute()
          : db
              .updateTable("discounts")
              .set({ ...columns, updated_at: now() })
              .where("id", "=", id)
              .execute(),
    },
  )
  await shop.discounts.renew()
  return saved
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

/** Locks the discount, which waits for all checkouts that are taking a use. */
async function lockDiscount({ db }: Tx, id: string): Promise<DiscountRow> {
  const row = db.selectFrom("discounts").selectAll().where("id", "=", id).forUpdate()
  return row.executeTakeFirstOrThrow(() => notFound("There is no such discount"))
}

/** Locks the table, so that two requests cannot save the same code or exceed the limit. */
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
      `At most ${MAX_AUTOMATIC} automatic discounts can be active or scheduled: stop one, or give this one a code`,
      "code",
    )
}

export async function assertCodeFree({ db }: Queryable, code: string | null, id: string | null): Promise<void> {
  const others = db.selectFrom("discounts").select("name").where("id", "is distinct from", id)
  const other = code && (await others.where("code", "=", code).executeTakeFirst())
  if (other) throw invalid(`“${other.name}” already has this code`, "code")
}

async function assertLimitsHold(tx: Tx, id: string, { maxUses, ...typed }: DiscountForm) {
  const { rows } = await sql<{ uses: number; most: number }>`
    select coalesce(sum(uses), 0)::integer as uses, coalesce(max(uses), 0)::integer as most from (
      select count(*) as uses from discount_uses where discount_id = ${id} and not is_beyond_limit
      group by grouping sets ((user_id), (email_hash))) counted`.execute(tx.db)
  const [uses, most] = [(rows[0]?.uses ?? 0) / 2, rows[0]?.most ?? 0]
  if (maxUses !== null && maxUses < uses)
    throw invalid(
      `It has already been used ${pluralize(uses, "time")}: enter at least ${uses}, or stop the discount`,
      "maxUses",
    )
  const own = usesPerPerson(typed)
  if (own !== null && own < most) {
    const field = typed.firstOrder ? "firstOrder" : "maxUsesPerPerson"
    const hint = typed.firstOrder ? "" : `: enter at least ${most}`
    throw invalid(`One customer has already used it ${pluralize(most, "time")}${hint}`, field)
  }
}
