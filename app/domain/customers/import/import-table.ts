import type { StoredFile } from "~/domain/imports/stored-files.server"

export const tableOf = (importId: string): StoredFile => ({
  table: "customer_import_files",
  importId,
  kind: "table",
})
