import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { csvOf } from "~/domain/csv/csv-table.server"
import { daysOf, todayOf } from "~/domain/days/shop-days.server"
import { ago, DAY } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { paginate } from "~/domain/lists/paginate.server"
import { newObjectId } from "~/domain/object-id.server"
import { assertWithinRefundLimits } from "~/domain/refunds/refund-limits.server"
import { bankAccountOf } from "~/domain/settings/payment-methods"
import type { Queryable, Shop } from "~/domain/shop"
import { conflict, invalid, notFound, ShopError } from "~/domain/shop-error"
import { translateViolation } from "~/domain/translate-violation.server"
import { likePattern } from "~db/like-pattern"
import type { CreditTransfer } from "./pain"
import { type Payout, payoutStatuses } from "./payout"
import type { PayeeForm, PayoutFilter } from "./payout-filter"
import { cancelPayout, finishPayout, reopenPayout } from "./payouts.server"

type Banker = Staff<"orders.refund">

export async function listPayouts(
  shop: Shop,
  _staff: Banker,
  filter: PayoutFilter,
): Promise<{ payouts: Payout[]; count: number }> {
  const { rows, count } = await paginate(shop, matchingPayouts(shop, filter), filter.page)
  return { payouts: rows, count }
}

/** @throws ShopError `notFound` */
export function findPayout(shop: Shop, _staff: Banker, id: string): Promise<Payout> {
  const payout = payouts(shop).where("payouts.id", "=", id)
  return payout.executeTakeFirstOrThrow(() => notFound("There is no such payout"))
}

/** Returns those of the chosen payouts whose money has not left yet. */
export function findPayouts(shop: Shop, _staff: Banker, ids: readonly string[]): Promise<Payout[]> {
  const waiting = payouts(shop).where("payouts.status", "in", ["open", "exported"])
  return waiting
    .where("payouts.id", "in", [...ids, ""])
    .orderBy("payouts.id")
    .execute()
}

/** Time after which money that is still to be paid back needs attention */
const LATE = 3 * DAY

/** Counts the payouts that are in no bank file although they have waited for long. */
export async function countLatePayouts(shop: Queryable): Promise<number> {
  const { count } = await shop.db
    .selectFrom("payouts")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("status", "=", "open")
    .where("created_at", "<", ago(shop, LATE))
    .executeTakeFirstOrThrow()
  return count
}

function matchingPayouts(shop: Shop, { search, status }: PayoutFilter) {
  let matching = payouts(shop).orderBy("payouts.created_at", "desc").orderBy("payouts.id", "desc")
  if (status === "waiting") matching = matching.where("payouts.status", "in", ["open", "exported"])
  else if (status) matching = matching.where("payouts.status", "=", status)
  if (!search) return matching
  const number = /^#?\d{1,9}$/.test(search) ? Number(search.replace("#", "")) : null
  return matching.where(
    sql<boolean>`(payee_name || ' ' || coalesce(payee_iban, '') || ' ' || reference ilike ${likePattern(search)}
      or orders.number = ${number})`,
  )
}

const payouts = ({ db }: Queryable) =>
  db
    .selectFrom("payouts")
    .leftJoin("refunds", "refunds.id", "refund_id")
    .leftJoin("orders", "orders.id", "refunds.order_id")
    .select(["payouts.id", "payouts.amount", "payouts.currency", "payee_name as payeeName", "payee_iban as payeeIban"])
    .select(["reference", "payouts.status", "payouts.created_at as createdAt", "export_id as exportId"])
    .select(["done_at as doneAt", "refund_id as refundId", "orders.id as orderId", "orders.number as orderNumber"])

/** Payouts as CSV, for a bank that takes no SEPA files. @throws ShopError `staleProof` */
export async function* exportPayouts(shop: Shop, staff: Banker, filter: PayoutFilter): AsyncGenerator<string> {
  requireProof(shop, staff, "people.export")
  const columns = {
    id: ({ id }: Payout) => id,
    order: ({ orderNumber }: Payout) => orderNumber,
    amount: ({ amount }: Payout) => (amount / 100).toFixed(2),
    currency: ({ currency }: Payout) => currency,
    name: ({ payeeName }: Payout) => payeeName,
    iban: ({ payeeIban }: Payout) => payeeIban,
    reference: ({ reference }: Payout) => reference,
    status: ({ status }: Payout) => payoutStatuses[status].label,
    createdAt: ({ createdAt }: Payout) => createdAt,
  }
  const rows = await matchingPayouts(shop, filter).execute()
  await shop.transaction((tx) =>
    emit(tx, "staff.list-exported", { actor: staff, list: "payouts", rows: rows.length, filter: filter.status }),
  )
  yield* csvOf(columns, [rows], daysOf(shop))
}

/**
 * Corrects the account of a payout that is not in a bank file yet.
 * @throws ShopError `staleProof`, `conflict`; BeyondRefundLimit
 */
export async function changePayee(shop: Shop, staff: Banker, id: string, payee: PayeeForm): Promise<void> {
  requireProof(shop, staff, "refund.large")
  await shop.transaction(async (tx) => {
    const query = tx.db.selectFrom("payouts").select(["status", "amount"])
    const before = await query.where("id", "=", id).forUpdate().executeTakeFirst()
    if (!before) throw notFound("There is no such payout")
    if (before.status !== "open") throw conflict("This payout is already in a bank file, paid or cancelled")
    await assertWithinRefundLimits(tx, staff, { amount: before.amount, payoutId: id })
    const changed = { payee_name: payee.payeeName, payee_iban: payee.payeeIban }
    await tx.db.updateTable("payouts").set(changed).where("id", "=", id).execute()
    await emit(tx, "payout.changed", { actor: staff, id })
  })
}

/**
 * Puts all open payouts in euros whose account is known into one bank file; returns its id.
 * @throws ShopError `staleProof`, `invalid` if there is none or the shop's account is unknown
 */
export async function exportToBank(shop: Shop, staff: Banker): Promise<string> {
  requireProof(shop, staff, "refund.large")
  const { holder, iban } = bankAccountOf(shop.settings.current)
  if (holder === "" || iban === "") throw invalid("Please enter the shop’s bank account in the settings first")
  return shop.transaction(async (tx) => {
    const id = newObjectId(tx.now())
    const exported = await tx.db
      .updateTable("payouts")
      .set({ status: "exported", export_id: id, exported_at: tx.now() })
      .where("status", "=", "open")
      .where("currency", "=", "EUR")
      .where("payee_iban", "is not", null)
      .where("payee_name", "<>", "")
      .returning("amount")
      .execute()
    if (exported.length === 0) throw invalid("There are no payouts in euros whose account is known")
    const amount = exported.reduce((all, payout) => all + payout.amount, 0)
    await emit(tx, "payout.exported", { actor: staff, id, after: { payouts: exported.length, amount } })
    return id
  })
}

/** @throws ShopError `notFound` */
export async function listExported(shop: Shop, _staff: Banker, exportId: string): Promise<Payout[]> {
  const exported = await payouts(shop).where("export_id", "=", exportId).orderBy("payouts.id").execute()
  if (exported.length === 0) throw notFound("There is no such bank file")
  return exported
}

/** The bank file of an export, for today. @throws ShopError `staleProof`, `notFound` */
export async function bankFileOf(shop: Shop, staff: Banker, exportId: string): Promise<string> {
  requireProof(shop, staff, "refund.large")
  const rows = await shop.db
    .selectFrom("payouts")
    .select(["id", "amount", "payee_name", "payee_iban", "reference", "exported_at"])
    .where("export_id", "=", exportId)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
  const createdAt = rows[0]?.exported_at
  if (!createdAt) throw notFound("There is no such bank file")
  const transfers = rows.map(({ payee_name: payeeName, payee_iban, ...payout }): CreditTransfer => {
    return { ...payout, payeeName, payeeIban: payee_iban ?? "" }
  })
  const { writePain } = await import("./pain")
  const debtor = bankAccountOf(shop.settings.current)
  return writePain({ id: exportId, createdAt, day: todayOf(shop), debtor, transfers })
}

/** Returns the payouts of a bank file that was not sent to the bank. */
export async function undoExport(shop: Shop, staff: Banker, exportId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const undone = await tx.db
      .updateTable("payouts")
      .set({ status: "open", export_id: null, exported_at: null })
      .where("export_id", "=", exportId)
      .where("status", "=", "exported")
      .returning("id")
      .execute()
    if (undone.length === 0) throw conflict("No payout of this bank file is waiting")
    await emit(tx, "payout.export-undone", { actor: staff, id: exportId, before: { payouts: undone.length } })
  })
}

/** Marks payouts as paid; those that already are, or that someone else just finished or cancelled, stay as they are. */
export async function finishPayouts(shop: Shop, staff: Banker, ids: readonly string[]): Promise<number> {
  let finished = 0
  for (const { id } of await findPayouts(shop, staff, ids)) if (await finishWaiting(shop, staff, id)) finished++
  return finished
}

async function finishWaiting(shop: Shop, staff: Banker, id: string): Promise<boolean> {
  try {
    await shop.transaction((tx) => finishPayout(tx, { id, actor: staff }))
    return true
  } catch (error) {
    if (error instanceof ShopError && error.kind === "conflict") return false
    throw error
  }
}

/** Lets a cancelled payout wait again. @throws ShopError as `reopenPayout`; BeyondRefundLimit */
export async function restorePayout(shop: Shop, staff: Banker, id: string): Promise<void> {
  const twice = () => conflict("This money is already among the money to pay back")
  await translateViolation("payouts_of_bank_line", twice, () =>
    shop.transaction(async (tx) => {
      const amount = await reopenPayout(tx, { id, actor: staff })
      await assertWithinRefundLimits(tx, staff, { amount, payoutId: id })
    }),
  )
}

/** @throws ShopError as `cancelPayout` */
export async function dropPayout(shop: Shop, staff: Banker, id: string): Promise<void> {
  await shop.transaction((tx) => cancelPayout(tx, { id, actor: staff }))
}
