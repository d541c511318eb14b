import { describe, expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { newCategories } from "~/testing/shop/new-categories"
import { emptyFilter, isCanonical, parseProductFilter, productsPath } from "./product-filter"

const parse = (query: string) => parseProductFilter(newCategories, new URLSearchParams(query))

describe("a list's address", () => {
  test("contains everything under the API's names", () => {
    expect(
      parse("keyword=lamp&category=Kitchen&price[gte]=10&price[lte]=99.99&ratings[gte]=3.5&sort=price-asc&page=2"),
    ).toEqual({
      keyword: "lamp",
      category: "Kitchen",
      priceFrom: 1_000,
      priceTo: 9_999,
      ratingFrom: 3.5,
      options: [],
      sort: "price-asc",
      page: 2,
    })
  })

  test("without parameters means everything, newest first", () => {
    expect(emptyFilter).toMatchObject({
      keyword: "",
      category: null,
      priceFrom: 0,
      priceTo: null,
      ratingFrom: 0,
      page: 1,
    })
    expect(emptyFilter.sort).toBe("newest")
    expect(parse("keyword=lamp").sort).toBe("relevance")
    expect(parse("sort=relevance").sort).toBe("newest")
  })

  test("with invalid values is clamped, never refused", () => {
    expect(parse("page=0&price[gte]=-5&price[lte]=1e99&ratings[gte]=17&sort=nonsense&category=Cars")).toEqual({
      ...emptyFilter,
      ratingFrom: 5,
    })
    expect(parse("page=abc&price[gte]=&price[lte]=NaN&ratings[gte]=Infinity")).toEqual({ ...emptyFilter })
    expect(parse("page=2.9").page).toBe(2)
    expect(parse("page=99999999999999999999").page).toBe(1_000_000_000)
    expect(parse("category=kitchen").category).toBe("Kitchen")
  })

  test("accepts two prices in either order, and the end of the scale as no limit", () => {
    expect(parse("price[gte]=90&price[lte]=10")).toMatchObject({ priceFrom: 1_000, priceTo: 9_000 })
    expect(parse("price[gte]=0&price[lte]=25000")).toEqual(emptyFilter)
  })

  test("counts cents exactly", () => {
    expect(parse("price[gte]=19.99&price[lte]=20.1")).toMatchObject({ priceFrom: 1_999, priceTo: 2_010 })
  })

  test("can be written back from the parsed filter", () => {
    const filters = fc.record({
      keyword: fc.constantFrom("", "desk lamp", "a/b%", ".."),
      category: fc.constantFrom("", "Gaming"),
      from: fc.nat(30_000),
      to: fc.nat(30_000),
      rating: fc.nat(6),
      option: fc.constantFrom("", "size=m", "size=m size=l", "size=42 colour=ecru", "no-tag size=42 size=42"),
      sort: fc.constantFrom("", "newest", "price-desc"),
      page: fc.nat(9),
    })
    fc.assert(
      fc.property(filters, ({ keyword, category, from, to, rating, option, sort, page }) => {
        const query = {
          category,
          "price[gte]": `${from}`,
          "price[lte]": `${to}`,
          "ratings[gte]": `${rating}`,
          option,
          sort,
          page: `${page}`,
        }
        const filter = parseProductFilter(newCategories, new URLSearchParams(query), keyword)
        const url = new URL(productsPath(filter), "http://shop.test")
        const inPath = keyword === "" || keyword === ".." ? undefined : keyword
        expect(parseProductFilter(newCategories, url.searchParams, inPath)).toEqual(filter)
        expect(isCanonical(url, filter)).toBe(true)
      }),
    )
  })

  test("is distinguished from one with superfluous parts, and may carry foreign parameters", () => {
    const canonical = (path: string) => {
      const url = new URL(path, "http://shop.test")
      return isCanonical(url, parseProductFilter(newCategories, url.searchParams))
    }
    expect(canonical("/products?category=Gaming&utm_source=mail")).toBe(true)
    expect(canonical("/products?page=2&category=Gaming")).toBe(true)
    for (const wordy of [
      "?category=",
      "?page=1",
      "?price[gte]=0",
      "?category=gaming",
      "?page=2&page=3",
      "?keyword=lamp",
    ]) {
      expect(canonical(`/products${wordy}`)).toBe(false)
    }
  })

  test("is short: defaults are left out", () => {
    expect(productsPath(emptyFilter)).toBe("/products")
    expect(productsPath(parse("keyword=desk+lamp&page=1&sort=relevance"))).toBe("/products/desk%20lamp")
    expect(productsPath(parse("category=Gaming&page=3"))).toBe("/products?category=Gaming&page=3")
  })
})
