import type { StoredFile } from "~/domain/imports/stored-files.server"

const table = "product_import_files"

export const tableOf = (importId: string): StoredFile => ({ table, importId, kind: "table" })

export const picturesOf = (importId: string): StoredFile => ({ table, importId, kind: "pictures" })
