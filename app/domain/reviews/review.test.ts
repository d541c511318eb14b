import { describe, expect, test } from "vitest"
import { ReviewFields } from "./review"

describe("a submitted review", () => {
  const review = { productId: "a".repeat(24), rating: "4.5", comment: " Fine. " }

  test("has half stars from 0.5 to 5 and a comment", () => {
    expect(ReviewFields.parse(review)).toEqual({ productId: "a".repeat(24), rating: 4.5, comment: "Fine." })
    expect(ReviewFields.parse({ ...review, rating: 3 }).rating).toBe(3)
  })

  test.each([
    ["rating", 0],
    ["rating", 5.5],
    ["rating", 4.2],
    ["rating", ""],
    ["rating", "many"],
    ["comment", " "],
    ["comment", "\u200b"],
    ["comment", " \u2060\u3164 \u{e0020}\ufeff"],
    ["comment", "x".repeat(2_001)],
    ["comment", "Fine \u202egnihton"],
    ["comment", "Fine \u2067"],
    ["comment", "Fine\0"],
    ["productId", "7"],
  ])("is refused with %s %s", (field, value) => {
    const refused = ReviewFields.safeParse({ ...review, [field]: value })
    expect(refused.error?.issues.map((issue) => issue.path[0])).toEqual([field])
  })

  test("keeps its lines, and names a character that reverses the text direction", () => {
    expect(ReviewFields.parse({ ...review, comment: "One,\r\n\ttwo\u200f." }).comment).toBe("One,\n two\u200f.")
    const { error } = ReviewFields.safeParse({ ...review, comment: "Fine \u202egnihton" })
    expect(error?.issues[0]?.message).toBe(
      "The comment contains a character that cannot be used: an invisible direction mark (U+202E) after “Fine”",
    )
  })

  test("names every missing field in plain words", () => {
    const { error } = ReviewFields.safeParse({})
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      "Please choose the product that the review is about",
      "Please choose a rating",
      "Please write a comment",
    ])
  })
})
