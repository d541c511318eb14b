import { sql } from "kysely"
import { accountLimits } from "~/domain/accounts/account-limits"
import type { Buyer, Member } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import type { CsvValue } from "~/domain/csv/csv-cell"
import { csvOf } from "~/domain/csv/csv-table.server"
import { daysOf } from "~/domain/days/shop-days.server"
import { findOrder } from "~/domain/orders/orders.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { exportColumns } from "./export-rows.server"
import { selectColumns } from "./export-tables"
import { type OwnTable, ownTables } from "./own-data-tables"

type Row = Record<string, CsvValue>

interface OwnFile {
  type: "application/json" | "text/csv; charset=utf-8"
  contents: AsyncGenerator<string>
}

/** The files of a member's data, or of one order */
export function listOwnFiles(ofOrder: boolean): { name: string; about: string }[] {
  const tables = Object.entries(ownTables).filter(([, table]) => !ofOrder || table.ofOrder)
  const csv = tables.map(([name, { about }]) => ({ name: `${name}.csv`, about }))
  return [{ name: EVERYTHING, about: "All data in one file, for programs." }, ...csv]
}

const EVERYTHING = "everything.json"

/** Returns the shop's data about a member. @throws ShopError `notFound`, `tooMany` */
export async function openOwnFile(shop: Shop, member: Member, file: string): Promise<OwnFile> {
  requireProof(shop, member, "own-data.export")
  const tables = Object.entries(ownTables).map(
    ([name, table]) => [name, rowsOf(shop, table, table.of(member.id))] as const,
  )
  return openFile(shop, member, file, new Map(tables))
}

/** Returns the shop's data about one order, for a person who may see it. @throws ShopError `notFound`, `tooMany` */
export async function openOrderFile(shop: Shop, buyer: Buyer, orderId: string, file: string): Promise<OwnFile> {
  const { id } = await findOrder(shop, buyer, orderId)
  const tables = Object.entries(ownTables).flatMap(([name, table]) =>
    table.ofOrder ? [[name, rowsOf(shop, table, table.ofOrder(id))] as const] : [],
  )
  return openFile(shop, buyer, file, new Map(tables))
}

type Rows = () => AsyncGenerator<Row[]>

async function openFile(shop: Shop, { id }: Buyer, file: string, tables: Map<string, Rows>): Promise<OwnFile> {
  await shop.limits.consume(accountLimits.dataOfBuyer, id)
  if (file === EVERYTHING) return { type: "application/json", contents: jsonOf(tables) }
  const name = file.endsWith(".csv") ? file.slice(0, -".csv".length) : ""
  const [table, rows] = [ownTables[name], tables.get(name)]
  if (!table || !rows) throw notFound("No such file")
  return { type: "text/csv; charset=utf-8", contents: csvOf(exportColumns(table), rows(), daysOf(shop)) }
}

/** Rows held in memory at a time */
const BATCH = 1_000

function rowsOf({ db }: Shop, table: OwnTable, condition: ReturnType<OwnTable["of"]>): Rows {
  return async function* () {
    for (let offset = 0; ; offset += BATCH) {
      const query = sql<Row>`select ${sql.raw(selectColumns(table))} from ${sql.raw(table.from)}
        where ${condition} order by ${sql.raw(table.order ?? "id")} limit ${BATCH} offset ${offset}`
      const { rows } = await query.execute(db)
      if (rows.length > 0) yield rows
      if (rows.length < BATCH) return
    }
  }
}

async function* jsonOf(tables: Map<string, Rows>): AsyncGenerator<string> {
  let before = "{"
  for (const [name, read] of tables) {
    yield `${before}\n${JSON.stringify(name)}: [`
    let separator = "\n"
    for await (const rows of read()) {
      yield separator + rows.map((row) => JSON.stringify(row)).join(",\n")
      separator = ",\n"
    }
    yield "]"
    before = ","
  }
  yield "\n}\n"
}
