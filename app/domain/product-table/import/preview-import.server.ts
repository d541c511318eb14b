import type { ProductEditor } from "~/domain/accounts/actor"
import { importName, READ_AT_ONCE } from "~/domain/imports/import-file"
import { storeFile } from "~/domain/imports/stored-files.server"
import { addJob } from "~/domain/jobs/jobs.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { RandomAccess } from "../moving-in/picture-archive.server"
import { picturesOf, tableOf } from "./import-files"
import type { ImportChoices } from "./import-filter"
import { MAX_TABLE_BYTES } from "./import-limits"

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
    await startReading(shop, id)
  } else {
    await shop.transaction(async (tx) => {
      await tx.db.insertInto("product_imports").values(row).execute()
      const { readImport } = await import("./read-import.server")
      await readImport(tx, id, () => file.stream() as unknown as AsyncIterable<Uint8Array>, { choices })
    })
  }
  return id
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

async function startReading(shop: Shop, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    await tx.db.updateTable("product_imports").set({ status: "reading" }).where("id", "=", id).execute()
    await addJob(tx, "import-products", { id })
  })
}
