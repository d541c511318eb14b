import { chmod, mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { productRecord } from "~/domain/catalog/product-record"
import { offerRecord } from "~/domain/catalog/variants/variant-record"
import type { CsvValue } from "~/domain/csv/csv-cell"
import type { Days } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { exportColumns, noteWholeExport } from "~/domain/export/export-rows.server"
import { type ExportTable, exportTables, selectColumns } from "~/domain/export/export-tables"
import { currencies } from "~/domain/money/currency"
import type { Shop } from "~/domain/shop"
import { connectUnlimited } from "~db/database.server"
import { PRIVATE_FILE, writeTable } from "./export-files.server"
import { PICTURES, writeProductFiles } from "./product-files.server"

interface ExportSource {
  shop: Pick<Shop, "media" | "identity" | "settings" | "now" | "transaction">
  databaseUrl: string
  /** The shop is on standby, where no entry of the audit log can be written. */
  isReadOnly?: boolean
}

class ExportError extends Error {
  override readonly name = "ExportError"
}

const PRIVATE_FOLDER = 0o700
const INT8 = 20
const BATCH = 1_000

/** @throws ExportError if the folder is not empty */
export async function exportShop(
  { shop, databaseUrl, isReadOnly }: ExportSource,
  folder: string,
  onProgress: (line: string) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if ((await readdir(folder)).length > 0) throw new ExportError(`${folder} is not empty: choose a new folder`)
  await chmod(folder, PRIVATE_FOLDER)
  await mkdir(join(folder, PICTURES), { mode: PRIVATE_FOLDER })
  const layout = { ...unchangedRows, days: daysOf(shop) }
  if (!isReadOnly) await noteWholeExport(shop)
  const client = await connectUnlimited(databaseUrl, { access: "read", types: { getTypeParser } })
  try {
    await client.query("begin isolation level repeatable read read only")
    await writeProductFiles(client, shop, folder, onProgress)
    for (const [name, table] of Object.entries<ExportTable>(exportTables)) {
      const count = await writeTable(join(folder, name), exportColumns(table), fetchRows(client, table), layout)
      onProgress(`${name}: ${count}`)
    }
    await client.query("commit")
  } finally {
    await client.end()
  }
  await writeFile(join(folder, "README.md"), describe(shop), PRIVATE_FILE)
}

type Row = Record<string, CsvValue>
const unchangedRows = { lineOf: (row: Row) => row, csvLines: (row: Row) => [row] }

/** Must run inside a transaction. */
async function* fetchRows(client: pg.ClientBase, table: ExportTable) {
  const { from, where = "true", order = "id" } = table
  await client.query(`declare exported no scroll cursor for
    select ${selectColumns(table)} from ${from} where ${where} order by ${order}`)
  try {
    while (true) {
      const { rows } = await client.query<Row>(`fetch ${BATCH} from exported`)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await client.query("close exported")
  }
}

/** Counts stay far below 2^53, so they may be plain numbers. */
function getTypeParser(oid: number, format?: string) {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text")
}

function describe({ identity, settings, now }: ExportSource["shop"]): string {
  const files = Object.entries<ExportTable>(exportTables).map(([name, { about, columns }]) => {
    const lines = Object.entries(columns).map(([column, [, words]]) => `| ${column} | ${words} |`)
    return [`## ${name}`, about, ["| column | |", "|---|---|", ...lines].join("\n")].join("\n\n")
  })
  return `${[HEADING(identity.name, currencies[settings.current.pricing.currency].name, daysOf({ settings }), now()), PRODUCTS, ...files].join("\n\n")}\n`
}

const HEADING = (name: string, currency: string, days: Days, now: Date) => `# ${name}, exported on ${days.dayOf(now)}

Each file comes in two formats: CSV (UTF-8, commas) for spreadsheets, and JSON with one object per line (\`.jsonl\`)
for programs. Sums of money are ${currency} with two decimals, in JSON as text, so that programs do not round them. Times in CSV
are those of ${days.zone} with their offset from UTC; in JSON they are in UTC. Text that a spreadsheet would run as a formula begins with a single quote in the CSV files.`

function aboutLines(names: readonly (keyof typeof productRecord.fields)[]): string {
  return names.map((name) => `| ${name} | ${productRecord.fields[name].about} |`).join("\n")
}

const PRODUCTS = `## products

Published products and drafts. \`products.csv\` has the columns of the back office's import and can be imported there unchanged;
\`products.jsonl\` names the pictures, which are in \`pictures/\`.

| column | |
|---|---|
| _id | the product |
${aboutLines(["name", "category", ...offerRecord.names, ...measureRecord.names, "stock"])}
| stockSeen | CSV only: the stock at the time of the export; an import applies the difference |
${aboutLines(["desc", "status", "publishedFrom", "publishedUntil", "taxClass"])}
| rating, reviews | JSON only: the average in stars, and the number of reviews |
| createdAt | JSON only: when it was created |
| images | JSON only: its pictures in order, each with its file and its description |`
