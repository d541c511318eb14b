import type { CustomerImporter } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { importName, READ_AT_ONCE } from "~/domain/imports/import-file"
import { storeFile } from "~/domain/imports/stored-files.server"
import { addJob } from "~/domain/jobs/jobs.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { MAX_CUSTOMERS_BYTES } from "./customer-import"
import { tableOf } from "./import-table"

/** Returns the id of an import that shows what the file would change. @throws ShopError `invalid` for field `file` */
export async function previewCustomers(shop: Shop, staff: CustomerImporter, file: File): Promise<string> {
  requireProof(shop, staff, "people.import")
  if (file.size > MAX_CUSTOMERS_BYTES)
    throw invalid(`A file may have at most ${MAX_CUSTOMERS_BYTES / 1024 / 1024} MB`, "file")
  const id = newObjectId(shop.now())
  const row = { id, file_name: importName(file, "customers.csv"), author_id: staff.id, created_at: shop.now() }
  if (file.size > READ_AT_ONCE) {
    await shop.db
      .insertInto("customer_imports")
      .values({ ...row, status: "arriving" })
      .execute()
    await storeFile(shop, tableOf(id), file)
    await shop.transaction(async (tx) => {
      await tx.db.updateTable("customer_imports").set({ status: "reading" }).where("id", "=", id).execute()
      await addJob(tx, "import-customers", { id })
    })
    return id
  }
  await shop.transaction(async (tx) => {
    await tx.db.insertInto("customer_imports").values(row).execute()
    const { readCustomers } = await import("./read-import.server")
    await readCustomers(tx, id, () => file.stream() as unknown as AsyncIterable<Uint8Array>)
  })
  return id
}
