import type { ShopError } from "~/domain/shop-error"

/** The fields that the log shows about a request beside its address, filled in while it is answered. */
export interface RequestLogFields {
  userId?: string
  /** The guard that refused it: a kind of `ShopError`, `crossSite`, `method` or `malformed`. */
  refusal?: string
  /** The limit that was reached, where it was a limit that refused. */
  limit?: string
}

export function recordRefusal(record: RequestLogFields, { kind, limit }: ShopError): void {
  record.refusal = kind
  record.limit = limit
}
