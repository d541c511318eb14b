import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { paginate } from "~/domain/lists/paginate.server"
import { toCents } from "~/domain/money/format-money"
import { orderNumberIn } from "~/domain/orders/order"
import type { Shop } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { likePattern } from "~db/like-pattern"
import type { BankFile } from "./bank-file"
import type { BankLineFilter } from "./bank-filters"
import type { BankLine } from "./bank-line"

type Banker = Staff<"orders.refund">

/** @throws ShopError `notFound` */
export async function findBankFile(shop: Shop, _staff: Banker, id: string): Promise<BankFile> {
  const file = await files(shop).where("id", "=", id).executeTakeFirst()
  if (!file) throw notFound("There is no such bank file")
  const counted = await shop.db
    .selectFrom("bank_lines")
    .select((rows) => ["outcome", rows.fn.countAll<string>().as("count")])
    .select(sql<string>`count(*) filter (where outcome = 'matches' and status = 'open')`.as("bookable"))
    .where("file_id", "=", id)
    .groupBy("outcome")
    .execute()
  const counts = Object.fromEntries(counted.map(({ outcome, count }) => [outcome, Number(count)]))
  return { ...file, counts, bookable: counted.reduce((all, { bookable }) => all + Number(bookable), 0) }
}

const RECENT = 10

/** The newest files, first */
export function listBankFiles(shop: Shop, _staff: Banker): Promise<Omit<BankFile, "counts" | "bookable">[]> {
  return files(shop).orderBy("created_at", "desc").orderBy("id", "desc").limit(RECENT).execute()
}

const files = ({ db }: Shop) =>
  db
    .selectFrom("bank_files")
    .select(["id", "file_name as fileName", "format", "status", "accounts", "outgoing", "pending"])
    .select(["created_at as createdAt", "finished_at as finishedAt"])

export async function listBankLines(
  shop: Shop,
  _staff: Banker,
  filter: BankLineFilter,
): Promise<{ lines: BankLine[]; count: number }> {
  const matching = matchingLines(shop, filter)
  const ordered = filter.file
    ? matching.orderBy("position")
    : matching.orderBy("booked_on", "desc").orderBy("bank_lines.id", "desc")
  const { rows, count } = await paginate(shop, ordered, filter.page)
  return { lines: rows, count }
}

/** @throws ShopError `notFound` */
export function findBankLine(shop: Shop, _staff: Banker, id: string): Promise<BankLine> {
  const line = lines(shop).where("bank_lines.id", "=", id)
  return line.executeTakeFirstOrThrow(() => notFound("There is no such entry"))
}

function matchingLines(shop: Shop, { search, outcome, status, file, from, to }: BankLineFilter) {
  let matching = lines(shop)
  // A known entry is a line of another file.
  if (!file) matching = matching.where("known_as", "is", null)
  if (file) matching = matching.where("file_id", "=", file)
  if (outcome) matching = matching.where("outcome", "=", outcome)
  if (status) matching = matching.where("bank_lines.status", "=", status)
  if (from) matching = matching.where(sql<boolean>`booked_on >= ${from}::date`)
  if (to) matching = matching.where(sql<boolean>`booked_on <= ${to}::date`)
  if (!search) return matching
  const words = sql<string>`bank_lines.payer_name || ' ' || payer_iban || ' ' || reference || ' ' || text`
  const amount = toCents(search)
  return matching.where(
    sql<boolean>`(${words} ilike ${likePattern(search)} or orders.number = ${orderNumberIn(search)} or bank_lines.amount = ${amount})`,
  )
}

const lines = ({ db }: Shop) =>
  db
    .selectFrom("bank_lines")
    .innerJoin("bank_files", "bank_files.id", "file_id")
    .leftJoin("orders", "orders.id", "order_id")
    .select(["bank_lines.id", "file_id as fileId", "file_name as fileName", "kind", "bank_lines.currency"])
    .select(["payer_name as payerName", "payer_iban as payerIban", "reference", "text", "outcome"])
    .select(["bank_lines.status", "order_id as orderId", "orders.number as orderNumber"])
    .select([sql<number>`bank_lines.amount::float8`.as("amount"), sql<string>`booked_on::text`.as("bookedOn")])

/** Discards a file with which nothing was done. @throws ShopError `conflict` if one of its entries was decided about, or is known by it */
export async function discardBankFile(shop: Shop, staff: Banker, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const file = await tx.db
      .selectFrom("bank_files")
      .select(["file_name", "status"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound("There is no such bank file"))
    // Decisions that are being made end first, so that they count.
    const lines = tx.db.selectFrom("bank_lines").select("id").where("file_id", "=", id)
    await lines.orderBy("id").forUpdate().execute()
    const { rows } = await sql`
      select from bank_lines line where file_id = ${id} and (status <> 'open'
        or exists (select from bank_lines later where later.known_as = line.id and later.file_id <> ${id})
        or exists (select from received_payments where bank_line_id = line.id)
        or exists (select from payouts where bank_line_id = line.id)) limit 1`.execute(tx.db)
    if (file.status === "booking" || rows.length > 0)
      throw conflict("Entries of this file are in use, so it cannot be discarded")
    await tx.db.deleteFrom("bank_files").where("id", "=", id).execute()
    await emit(tx, "bank-file.deleted", { actor: staff, id, before: { file: file.file_name } })
  })
}
