import { createHash } from "node:crypto"
import type { Staff } from "~/domain/accounts/actor"
import { isIban, isQrIban } from "~/domain/bank-transfer/iban"
import { emit } from "~/domain/events/emit.server"
import { importName } from "~/domain/imports/import-file"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { type BankFile, MAX_BANK_FILE, MAX_CSV } from "./bank-file"
import type { ReadBankFile } from "./bank-filters"
import type { BankFileFormat, BankStatement } from "./bank-line"
import { insertLines } from "./insert-lines.server"
import { type ColumnUse, columnProblem, columnUses, guessColumns } from "./readers/csv-columns"

/** Returns the id of a file that shows what its entries would pay; nothing is recorded. @throws ShopError `invalid` for field `file` */
export async function previewBankFile(
  shop: Shop,
  staff: Staff<"orders.refund">,
  file: File,
  { choosesColumns }: ReadBankFile = { choosesColumns: false },
): Promise<string> {
  if (file.size > MAX_BANK_FILE) throw tooManyBytes(MAX_BANK_FILE)
  const [{ readStatement }, bytes] = [await import("./readers/read-statement.server"), await bytesOf(file)]
  const read = await readStatement(bytes)
  const id = newObjectId(shop.now())
  const row = { id, file_name: importName(file, "bank file"), author_id: staff.id, created_at: shop.now() }
  if (read.format !== "csv") {
    await shop.transaction((tx) => insertFile(tx, staff, { ...row, format: read.format }, read.statement))
    return id
  }
  if (bytes.length > MAX_CSV) throw tooManyBytes(MAX_CSV)
  const { readHeadings } = await import("./readers/read-csv.server")
  const headings = await readHeadings(sourceOf(bytes))
  const columns = choosesColumns ? null : await findMapping(shop, headings)
  if (columns) {
    const statement = await readCsv(shop, bytes, columns)
    await shop.transaction((tx) => insertFile(tx, staff, { ...row, format: "csv" }, statement))
  } else {
    const waiting = { ...row, format: "csv", status: "mapping", contents: bytes } as const
    await shop.db.insertInto("bank_files").values(waiting).execute()
  }
  return id
}

const tooManyBytes = (most: number) => invalid(`A file may have at most ${most / 1024 / 1024} MB`, "file")
const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

const sourceOf = (bytes: Uint8Array) =>
  async function* () {
    yield bytes
  }

async function readCsv(shop: Queryable, bytes: Uint8Array, columns: readonly (ColumnUse | null)[]) {
  const { readCsvStatement } = await import("./readers/read-csv.server")
  return readCsvStatement(sourceOf(bytes), columns, shop.settings.current.pricing.currency)
}

interface NewFile {
  id: string
  file_name: string
  author_id: string
  created_at: Date
  format: BankFileFormat
}

async function insertFile(tx: Tx, staff: Staff<never>, row: NewFile, statement: BankStatement): Promise<void> {
  const { accounts, outgoing, pending, entries } = accepted(tx, statement)
  await tx.db
    .insertInto("bank_files")
    .values({ ...row, accounts, outgoing, pending })
    .execute()
  await insertLines(tx, row, entries)
  await emitRead(tx, staff, row, entries.length)
}

const emitRead = (
  tx: Tx,
  actor: Staff<never>,
  { id, ...row }: Pick<NewFile, "id" | "file_name" | "format">,
  lines: number,
) => emit(tx, "bank-file.read", { actor, id, after: { file: row.file_name, format: row.format, lines } })

/** @throws ShopError `invalid` for a statement of another account, or without entries */
function accepted({ settings }: Queryable, statement: BankStatement): BankStatement {
  const { iban } = settings.current
  const isOther = (account: string) => isIban(account) && account !== iban
  // The statements of an account with a QR-IBAN state its other IBAN.
  if (iban !== "" && !isQrIban(iban) && statement.accounts.length > 0 && statement.accounts.every(isOther))
    throw invalid(`This file is of account ${statement.accounts[0]}, but the shop’s account is ${iban}`, "file")
  const { entries, outgoing, pending } = statement
  if (entries.length + outgoing + pending === 0) throw invalid("There are no entries in this file", "file")
  return statement
}

interface Headings {
  headings: { heading: string; samples: string[] }[]
  /** The use of each heading that is likely */
  guessed: (ColumnUse | null)[]
}

/** The headings of a file whose columns must be chosen. @throws ShopError `notFound` */
export async function findHeadings(
  shop: Shop,
  _staff: Staff<"orders.refund">,
  { id }: Pick<BankFile, "id">,
): Promise<Headings> {
  const { readHeadings } = await import("./readers/read-csv.server")
  const headings = await readHeadings(sourceOf(await findContents(shop, id)))
  return { headings, guessed: guessColumns(headings.map(({ heading }) => heading)) }
}

/** Reads a file with the columns that were chosen, which later files with the same headings use. @throws ShopError `invalid` */
export async function chooseColumns(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  chosen: readonly string[],
): Promise<void> {
  const columns = chosen.map((use) => (use in columnUses ? (use as ColumnUse) : null))
  const problem = columnProblem(columns)
  if (problem) throw invalid(problem)
  const contents = await findContents(shop, id)
  const { readHeadings } = await import("./readers/read-csv.server")
  const headings = await readHeadings(sourceOf(contents))
  const statement = await readCsv(shop, contents, columns)
  await shop.transaction(async (tx) => {
    const { accounts, outgoing, pending, entries } = accepted(tx, statement)
    const read = await tx.db
      .updateTable("bank_files")
      .set({ status: "checked", contents: null, accounts, outgoing, pending })
      .where("id", "=", id)
      .where("status", "=", "mapping")
      .returning(["id", "format", "file_name"])
      .executeTakeFirstOrThrow(() => conflict("The columns of this file were chosen before"))
    await insertLines(tx, read, entries)
    await saveMapping(tx, headings, columns)
    await emitRead(tx, staff, read, entries.length)
  })
}

async function findContents({ db }: Queryable, id: string): Promise<Uint8Array> {
  const query = db.selectFrom("bank_files").select("contents").where("id", "=", id)
  const { contents } = await query.executeTakeFirstOrThrow(() => notFound("There is no such bank file"))
  if (!contents) throw conflict("The columns of this file were chosen before")
  return contents
}

const headingsKey = (headings: Headings["headings"]) =>
  createHash("sha256")
    .update(JSON.stringify(headings.map(({ heading }) => heading)))
    .digest("hex")

async function findMapping({ db }: Queryable, headings: Headings["headings"]): Promise<(ColumnUse | null)[] | null> {
  const query = db.selectFrom("bank_mappings").select("columns").where("headings", "=", headingsKey(headings))
  const found = await query.executeTakeFirst()
  return found ? (found.columns as (ColumnUse | null)[]) : null
}

async function saveMapping(tx: Tx, headings: Headings["headings"], columns: readonly (ColumnUse | null)[]) {
  const saved = { columns: JSON.stringify(columns), saved_at: tx.now() }
  await tx.db
    .insertInto("bank_mappings")
    .values({ headings: headingsKey(headings), ...saved })
    .onConflict((conflict) => conflict.column("headings").doUpdateSet(saved))
    .execute()
}
