import type { ColumnType, Generated } from "kysely"

export interface InvoiceTables {
  billing_documents: {
    id: string
    kind: "invoice" | "credit-note"
    series: string
    sequence_number: number
    number: string
    issued_at: Generated<Date>
    /** The time zone of its issue */
    time_zone: Generated<string>
    /** A day such as `2036-12-31` */
    kept_until: ColumnType<string, string, never>
    order_id: string
    user_id: string
    refund_id: string | null
    invoice_id: string | null
    currency: string
    total: number
    /** See `app/domain/invoices/billing-document.ts`. */
    contents: ColumnType<object, string, never>
  }
  billing_document_series: {
    series: string
    next: number
  }
  billing_document_requests: {
    order_id: string
    requested_at: Generated<Date>
  }
  billing_document_pause: {
    one: Generated<boolean>
    since: Generated<Date>
  }
}
