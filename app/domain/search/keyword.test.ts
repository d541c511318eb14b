import { describe, expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { isPathSafe, keywordFromPath, keywordPath, normalizeKeyword } from "./keyword"

describe("a keyword in an address", () => {
  test.each(["lamp", "50% off", "a/b", "a\\b", "?#&=+", "☕️ mug", "foo.data", "%2F", "…", "日本"])(
    "%s survives",
    (keyword) => {
      const url = new URL(keywordPath(keyword), "http://shop.test")
      expect(keywordFromPath(url.pathname)).toBe(keyword)
    },
  )

  test("survives for any characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        const keyword = normalizeKeyword(text)
        fc.pre(keyword !== "" && isPathSafe(keyword))
        const url = new URL(keywordPath(keyword), "http://shop.test")
        expect(keywordFromPath(url.pathname)).toBe(keyword)
        expect(url.pathname.endsWith(".data")).toBe(false)
      }),
    )
  })

  test("is left out of the path when a path cannot carry it", () => {
    expect(keywordPath(".")).toBe("/products")
    expect(keywordPath("..")).toBe("/products")
    expect(keywordPath("")).toBe("/products")
    expect(keywordPath("🫖".repeat(100))).toBe("/products")
    expect(keywordPath("茶".repeat(100))).toMatch(/^\/products\/(%[0-9A-F]{2}){300}$/)
  })

  test("is used literally when it is malformed", () => {
    expect(keywordFromPath("/products/%E0%A4%A")).toBe("%E0%A4%A")
    expect(keywordFromPath("/products")).toBeUndefined()
    expect(keywordFromPath("/product/lamp")).toBeUndefined()
  })
})

describe("a typed keyword", () => {
  test("is trimmed and loses its control characters", () => {
    expect(normalizeKeyword("  desk \t\n lamp\u0000 ")).toBe("desk lamp")
    expect(normalizeKeyword(" \u0000 ")).toBe("")
    expect(normalizeKeyword("lamp\u202epmal")).toBe("lamp pmal")
    expect(normalizeKeyword("\ud800lamp")).toBe("lamp")
    expect(normalizeKeyword("\u200eＤＩＺ\u200b-100\u00a0\ufeff")).toBe("DIZ-100")
  })

  test("is cut to a reasonable length, never through a character", () => {
    expect(normalizeKeyword("x".repeat(10_000))).toHaveLength(100)
    expect([...normalizeKeyword("😀".repeat(400))]).toHaveLength(100)
  })
})
