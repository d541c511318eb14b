import { z } from "zod"
import { ifValid } from "~/domain/form-rules"
import { PageNumber } from "~/domain/lists/page-number"
import { objectId } from "~/domain/object-id"
import { cleanNumber } from "~/domain/text/clean-code"
import { arePrintableLines, isVisible, unprintable } from "~/domain/text/line-of-text"
import { textLines } from "~/domain/text/text-lines"

/** One review per person and product */
export interface Review {
  id: string
  productId: string
  userId: string
  /** The reviewer's name at the time */
  name: string
  /** 0.5 to 5, in halves */
  rating: number
  comment: string
  /** Whether the reviewer has bought the product and was not refunded in full */
  verified: boolean
  createdAt: Date
  updatedAt: Date
}

export const reviewSorts = ["newest", "highest", "lowest"] as const
type ReviewSort = (typeof reviewSorts)[number]

export const reviewSortNames: Record<ReviewSort, string> = {
  newest: "Newest",
  highest: "Highest rating",
  lowest: "Lowest rating",
}

export const REVIEWS_PER_PAGE = 10

export const ReviewQuery = z.object({
  sort: z.enum(reviewSorts).catch("newest"),
  page: PageNumber,
})
export type ReviewQuery = z.output<typeof ReviewQuery>

export function reviewSearch({ sort, page }: ReviewQuery): URLSearchParams {
  return new URLSearchParams({ ...(sort !== "newest" && { sort }), ...(page > 1 && { page: String(page) }) })
}

const RatingValue = z.union([z.string().max(100), z.number()], "Please choose a rating").transform((value, context) => {
  const typed = cleanNumber(String(value))
  const rating = /^\d(?:\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
  if (Number.isInteger(rating * 2) && rating >= 0.5 && rating <= 5) return rating
  context.addIssue({ code: "custom", message: "Please choose a rating from 0.5 to 5 stars" })
  return z.NEVER
})

export const ReviewFields = z.object({
  productId: objectId("Please choose the product that the review is about"),
  rating: RatingValue,
  comment: textLines(2_000, "Please write a comment", "A comment has at most 2000 characters")
    .overwrite((text) => text.replaceAll("\t", " "))
    .min(1, { error: "Please write a comment", abort: true })
    .refine(arePrintableLines, unprintable("The comment contains a character that cannot be used"))
    .refine(isVisible, { error: "Please write a comment", ...ifValid }),
})
export type ReviewFields = z.output<typeof ReviewFields>
