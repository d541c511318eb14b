import { type Days, lastDayOf } from "~/domain/days/days"

/** The owner's decision; `published` applies within the days of publication. */
export const productStatuses = ["published", "draft"] as const
export type ProductStatus = (typeof productStatuses)[number]

/** The state that follows from the status and the days */
export const productStates = ["published", "draft", "scheduled", "ended"] as const
export type ProductState = (typeof productStates)[number]

export const productStateNames: Record<ProductState, string> = {
  published: "Published",
  draft: "Draft",
  scheduled: "Scheduled",
  ended: "Ended",
}

export interface Publication {
  status: ProductStatus
  /** The first day, as in `2026-12-24`, in the shop's time zone; `null` means immediately. */
  publishedFrom: string | null
  /** The last day; `null` means no end. */
  publishedUntil: string | null
}

export const DAYS_REVERSED = "The last day must not be before the first"

export function areDaysInOrder({ publishedFrom, publishedUntil }: Omit<Publication, "status">): boolean {
  return publishedFrom === null || publishedUntil === null || publishedFrom <= publishedUntil
}

export interface PublicationRow {
  is_draft: boolean
  published_from: Date | null
  published_until: Date | null
}

export function toPublication(
  { is_draft, published_from, published_until }: PublicationRow,
  days: Pick<Days, "dayOf">,
): Publication {
  return {
    status: is_draft ? "draft" : "published",
    publishedFrom: published_from && days.dayOf(published_from),
    publishedUntil: published_until && lastDayOf(published_until, days),
  }
}

/** Returns only changed columns, so that a time within a day is unchanged. */
export function publicationColumns(
  { status, publishedFrom, publishedUntil }: Publication,
  before: Publication,
  { startOf, endOf }: Pick<Days, "startOf" | "endOf">,
): Partial<PublicationRow> {
  return {
    ...(status !== before.status && { is_draft: status === "draft" }),
    ...(publishedFrom !== before.publishedFrom && {
      published_from: publishedFrom === null ? null : startOf(publishedFrom),
    }),
    ...(publishedUntil !== before.publishedUntil && {
      published_until: publishedUntil === null ? null : endOf(publishedUntil),
    }),
  }
}

export const publishedAtOnce: Publication = { status: "published", publishedFrom: null, publishedUntil: null }
