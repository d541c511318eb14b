import type { Cents } from "~/domain/money/money"

/** The amount refunded so far, by its name and by that of release 1.1 */
export interface SentSnapshot {
  snapshot?: Cents
  refunded?: Cents
}

export function refundSnapshotOf({ snapshot, refunded }: SentSnapshot): Cents | undefined {
  return snapshot ?? refunded
}
