import type { Generated, GeneratedAlways } from "kysely"
import type { NullableJson } from "./columns"

export interface AuditTables {
  audit_log: {
    id: GeneratedAlways<number>
    at: Generated<Date>
    actor_id: string | null
    actor_name: string
    action: string
    subject_kind:
      | "product"
      | "category"
      | "order"
      | "user"
      | "review"
      | "payment"
      | "mail"
      | "page"
      | "settings"
      | "discount"
      | "role"
      | "invitation"
      | "access"
      | "export"
      | "import"
      | "audit"
    subject_id: string
    before: NullableJson<Record<string, unknown>>
    after: NullableJson<Record<string, unknown>>
    /** The subject of the personal data; all three are cleared when the account is erased. */
    person_id: string | null
    personal_before: NullableJson<Record<string, unknown>>
    personal_after: NullableJson<Record<string, unknown>>
    address: string | null
    session_id: string | null
    request_id: string | null
  }
}
