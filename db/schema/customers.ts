import type { ColumnType, Generated } from "kysely"
import type { NullableJson } from "./columns"

export interface CustomerTables {
  customer_imports: {
    id: string
    file_name: string
    author_id: string
    status: Generated<"arriving" | "reading" | "refused" | "checked" | "running" | "done" | "undoing" | "undone">
    created_at: Generated<Date>
    finished_at: Date | null
    /** The software that created the file */
    source: Generated<string>
    mapping: NullableJson<{ heading: string; becomes: string | null }[]>
    /** The file's form, in words */
    encoding: Generated<string>
    separator: Generated<string>
    rows_read: Generated<number>
    /** The reason why the file was refused */
    problem: Generated<string>
    failing_step: Generated<string>
    /** The number of consecutive failures of the failing step */
    failures: Generated<number>
  }
  customer_import_files: {
    import_id: string
    kind: "table" | "pictures"
    part: number
    bytes: Uint8Array
  }
  customer_import_rows: {
    import_id: string
    line: number
    user_id: string | null
    email: string
    name: string
    outcome: "create" | "merge" | "same" | "error" | "created" | "merged" | "failed" | "undone" | "kept"
    fields: NullableJson<unknown>
    before: NullableJson<unknown>
    message: Generated<string>
  }
  customer_origins: {
    user_id: string
    /** The software of the shop that the customer came from */
    source: string
    source_key: Generated<string>
    note: Generated<string>
    /** Null where the file did not state it */
    mail_consent: boolean | null
    /** A day such as `2026-12-28`; to be selected as text */
    mail_consent_on: ColumnType<never, string | null, string | null>
    mail_consent_source: Generated<string>
    is_new: boolean
    imported_at: Date
    invites_at: Date | null
    invited_at: Date | null
  }
}
