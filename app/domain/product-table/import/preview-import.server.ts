import type { ProductEditor } from "~/domain/accounts/actor"
import { importName, READ_AT_ONCE } from "~/domain/imports/import-file"
import { storedBytes, storedFile, storeFile } from "~/domain/imports/stored-files.server"
import { addJob } from "~/domain/jobs/jobs.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { type HandMapping, handColumnNames, requiredColumns } from "../moving-in/by-hand"
import type { RandomAccess } from "../moving-in/picture-archive.server"
import type { ImportAnswers } from "../moving-in/read-context"
import { picturesOf, tableOf } from "./import-files"
import type { ImportChoices } from "./import-filter"
import { MAX_TABLE_BYTES } from "./import-limits"
import { headingsDigest } from "./import-mappings.server"

/** `archive` contains pictures. @throws ShopError `invalid` for field `file` */
export async function previewImport(
  shop: Shop,
  staff: ProductEditor,
  file: File,
  choices: ImportChoices = {},
  archive?: File,
): Promise<string> {
  if (file.size > MAX_TABLE_BYTES) throw invalid(`A file may have at most ${MAX_TABLE_BYTES / 1024 / 1024} MB`, "file")
  if (archive) await assertArchive(archive)
  const id = newObjectId(shop.now())
  const fileName = importName(file, "products.csv")
  const row = { id, file_name: fileName, author_id: staff.id, created_at: shop.now(), choices: JSON.stringify(choices) }
  if (file.size > READ_AT_ONCE || archive) {
    await shop.db
      .insertInto("product_imports")
      .values({ ...row, status: "arriving" })
      .execute()
    await storeFile(shop, tableOf(id), file)
    if (archive) await storeFile(shop, picturesOf(id), archive)
    await shop.transaction((tx) => startReading(tx, id))
  } else {
    await shop.transaction(async (tx) => {
      await tx.db.insertInto("product_imports").values(row).execute()
      await storeFile(tx, tableOf(id), file)
      await readStored(tx, id, choices)
    })
  }
  return id
}

async function readStored(tx: Tx, id: string, choices: ImportChoices): Promise<void> {
  const { readImport } = await import("./read-import.server")
  await readImport(tx, id, storedFile(tx, tableOf(id)), { choices })
}

async function assertArchive(archive: Blob): Promise<void> {
  const { PictureArchive } = await import("../moving-in/picture-archive.server")
  await PictureArchive.open(bytesOf(archive))
}

function bytesOf(file: Blob): RandomAccess {
  return {
    size: file.size,
    async read(position, length) {
      return Buffer.from(await file.slice(position, position + length).arrayBuffer())
    },
  }
}

async function startReading(tx: Tx, id: string): Promise<void> {
  await tx.db.updateTable("product_imports").set({ status: "reading" }).where("id", "=", id).execute()
  await addJob(tx, "import-products", { id })
}

/** Reads the file again with these answers; the others stay. @throws ShopError `conflict` once the import has begun */
export async function answerImport(
  shop: Shop,
  _staff: ProductEditor,
  id: string,
  answers: ImportAnswers,
): Promise<void> {
  await shop.transaction((tx) => readAgain(tx, id, answers))
}

/**
 * Reads a file of an unknown system by these columns, which are remembered for the next file with its headings.
 *
 * @throws ShopError `invalid` for an impossible choice, `conflict` once the import has begun
 */
export async function mapImport(
  shop: Shop,
  _staff: ProductEditor,
  id: string,
  columns: readonly string[],
): Promise<void> {
  await shop.transaction(async (tx) => {
    const { headings } = await lockOpenImport(tx, id)
    if (headings === null) throw conflict("The columns of this file are known")
    const mapping = headings.map((_, place) => handColumnNames.find((name) => name === columns[place]) ?? null)
    assertUsable(mapping)
    const row = { headings: headingsDigest(headings.map(({ heading }) => heading)), columns: JSON.stringify(mapping) }
    await tx.db
      .insertInto("import_mappings")
      .values(row)
      .onConflict((saved) => saved.column("headings").doUpdateSet({ columns: row.columns, saved_at: tx.now() }))
      .execute()
    await readAgain(tx, id, {})
  })
}

function assertUsable(mapping: HandMapping): void {
  for (const needed of requiredColumns) {
    if (!mapping.includes(needed)) throw invalid(`Choose the column with the ${needed} of the products`)
  }
  const twice = mapping.find((key, place) => key !== null && mapping.indexOf(key) < place)
  if (twice != null) throw invalid("Two columns have the same use: choose another use, or none, for one of them")
}

async function lockOpenImport(tx: Tx, id: string) {
  const found = await tx.db
    .selectFrom("product_imports")
    .select(["choices", "headings", "status"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound("There is no such import")
  if (!["mapping", "asking", "checked"].includes(found.status)) {
    throw conflict("This import has already begun: please import the file again")
  }
  return found
}

async function readAgain(tx: Tx, id: string, answers: ImportAnswers): Promise<void> {
  const { choices: before } = await lockOpenImport(tx, id)
  const choices = { ...before, answers: { ...before.answers, ...answers } }
  const bytes = await storedBytes(tx, tableOf(id))
  if (!bytes) throw conflict("This file is not stored any more: please import it again")
  await tx.db.deleteFrom("product_import_findings").where("import_id", "=", id).execute()
  await tx.db.deleteFrom("product_import_rows").where("import_id", "=", id).execute()
  await tx.db
    .updateTable("product_imports")
    .set({ choices: JSON.stringify(choices), rows_read: 0, summary: null })
    .where("id", "=", id)
    .execute()
  if (bytes.size > READ_AT_ONCE) await startReading(tx, id)
  else await readStored(tx, id, choices)
}
