import type { Generated, JSONColumnType } from "kysely"
import type { DefaultJson, NullableJson } from "./columns"

export interface ProductImportTables {
  product_imports: {
    id: string
    file_name: string
    author_id: string
    status: Generated<"arriving" | "reading" | "refused" | "checked" | "running" | "done">
    created_at: Generated<Date>
    finished_at: Date | null
    /** The software that the file is from */
    source: Generated<string>
    choices: DefaultJson<{ makesCategories?: boolean; fetchesPictures?: boolean }>
    /** What the headings of another shop's file become */
    mapping: NullableJson<{ heading: string; becomes: string | null }[]>
    new_categories: DefaultJson<string[]>
    rows_read: Generated<number>
    /** Why the file was refused */
    problem: Generated<string>
    failing_step: Generated<string>
    /** How often the failing step has failed in a row */
    failures: Generated<number>
  }
  product_import_files: {
    import_id: string
    kind: "table" | "pictures"
    part: number
    bytes: Uint8Array
  }
  product_import_pictures: {
    import_id: string
    product_id: string
    position: number
    line: number
    address: string
    variants: JSONColumnType<[option: string, value: string][][]>
    status: Generated<"waiting" | "stored" | "failed">
  }
  product_import_rows: {
    import_id: string
    line: number
    /** That of the first row of its product */
    product_line: number
    product_id: string | null
    name: string
    outcome: "create" | "update" | "same" | "error" | "created" | "updated" | "failed"
    fields: NullableJson<unknown>
    before: NullableJson<unknown>
    message: Generated<string>
  }
}
