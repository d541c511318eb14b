import type { ShopError } from "~/domain/shop-error"

export interface RequestLogFields {
  userId?: string
  refusal?: string
  limit?: string
}

export function recordRefusal(record: RequestLogFields, { kind, limit }: ShopError): void {
  record.refusal = kind
  record.limit = limit
}
