import type { Generated, JSONColumnType } from "kysely"
import type { DefaultJson, NullableJson } from "./columns"

type ImportTopic =
  | "prices"
  | "no-stock"
  | "stock"
  | "taxes"
  | "skus"
  | "values"
  | "pictures"
  | "pictures-left"
  | "addresses"

export interface ProductImportTables {
  product_imports: {
    id: string
    file_name: string
    author_id: string
    status: Generated<
      "arriving" | "reading" | "refused" | "mapping" | "asking" | "checked" | "running" | "done" | "undoing" | "undone"
    >
    created_at: Generated<Date>
    finished_at: Date | null
    /** The software that created the file */
    source: Generated<string>
    choices: DefaultJson<{ makesCategories?: boolean; fetchesPictures?: boolean; answers?: Record<string, string> }>
    /** How the file is written */
    form: NullableJson<{ encoding: string; separator: string; numbers: { heading: string; decimal: "," | "." }[] }>
    questions: DefaultJson<
      { id: string; label: string; hint: string; choices: { value: string; label: string }[]; usual: string | null }[]
    >
    /** Statements about the file as a whole */
    notes: DefaultJson<string[]>
    /** The headings of a file of an unknown system, until its columns are chosen */
    headings: NullableJson<{ heading: string; samples: string[] }[]>
    /** The use of each heading; null in older imports of files of this shop */
    mapping: NullableJson<{ heading: string; becomes: string | null; samples?: string[] }[]>
    new_categories: DefaultJson<string[]>
    /** The numbers of the preview, counted when the file was read and when the import ended */
    summary: NullableJson<{
      products: Record<string, number>
      topics: { topic: ImportTopic; rows: number; amount: number; details: { detail: string; rows: number }[] }[]
    }>
    rows_read: Generated<number>
    /** The reason why the file was refused */
    problem: Generated<string>
    failing_step: Generated<string>
    /** The number of consecutive failures of the failing step */
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
    alt: Generated<string>
    variants: JSONColumnType<[option: string, value: string][][]>
    status: Generated<"waiting" | "stored" | "failed">
    /** Why it could not be stored */
    problem: Generated<string>
  }
  product_import_rows: {
    import_id: string
    line: number
    /** The line of its product's first row */
    product_line: number
    product_id: string | null
    name: string
    outcome: "create" | "update" | "same" | "error" | "created" | "updated" | "failed" | "undone" | "kept"
    fields: NullableJson<unknown>
    before: NullableJson<unknown>
    message: Generated<string>
    /** Values that are not imported as they are */
    changes: DefaultJson<
      {
        line: number
        heading: string
        cell: string
        becomes: string
        reason: string
        about?: "prices" | "stock" | "skus" | "taxes"
        group?: string
      }[]
    >
    /** Whether the row belongs to a product that the shop did not have before */
    adds_product: Generated<boolean>
    /** Tells variants that come from one row */
    part: Generated<number>
  }
  product_import_findings: {
    import_id: string
    topic: ImportTopic
    line: number
    part: number
    /** The reason, or what becomes of the value */
    detail: string
    /** The number of pictures or addresses, or 1 */
    amount: number
  }
  product_origins: {
    /** The other shop's system */
    source: string
    /** Such as `id:44` */
    key: string
    product_id: string
    site: string
    cells: JSONColumnType<Record<string, string>>
  }
  import_mappings: {
    /** A digest */
    headings: string
    columns: JSONColumnType<(string | null)[]>
    saved_at: Generated<Date>
  }
}
