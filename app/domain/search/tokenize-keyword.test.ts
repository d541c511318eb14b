import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { tokenizeKeyword } from "./tokenize-keyword.server"

let here: TestShop

beforeAll(async () => {
  here = await openTestShop()
  const admin = await anAdmin(here.shop)
  for (const name of ["Halden Over-Ear Headphones", "Opal Lamp", "Silk Lampshade", "Head Band", "Wall Shelf"]) {
    await publishProduct(here.shop, admin, { name, desc: "The best.", category: "Household", price: 1_000, stock: 1 })
  }
})
afterAll(() => here.close())

const tokens = (keyword: string, all = false) => tokenizeKeyword(here.shop, keyword, { all })
const wordsOf = (found: readonly { word: string }[] = []) => found.map(({ word }) => word).sort()

describe("a word of a keyword", () => {
  test("in the catalogue is known by its stem, with the stems that have it as a prefix", async () => {
    const [lamp, ...others] = await tokens("LÁMPS")
    expect(others).toEqual([])
    expect(lamp).toEqual({
      word: "lamps",
      repeated: null,
      stem: "lamp",
      nameStem: "lamp",
      isKnown: true,
      hasPrefix: true,
      prefixStems: ["lamp", "lampshad"],
      compound: null,
      similarWords: [],
      splits: [],
    })
  })

  test("that is a stop word has a stem in names only", async () => {
    expect(await tokens("over")).toMatchObject([{ stem: null, nameStem: "over", isKnown: false, prefixStems: [] }])
  })

  test("that is only a prefix is no word yet", async () => {
    expect(await tokens("headph")).toMatchObject([{ isKnown: false, hasPrefix: true, prefixStems: ["headphon"] }])
  })

  test("with a typing mistake comes with similar words, including the singular of -ves", async () => {
    const [missing, swapped, several] = await tokens("hedphones, lmap shelves")
    expect(wordsOf(missing?.similarWords)).toEqual(["headphones"])
    expect(missing?.similarWords[0]).toEqual({ word: "headphones", stem: "headphon", weight: 10 })
    expect(wordsOf(swapped?.similarWords)).toEqual(["lamp"])
    expect(wordsOf(several?.similarWords)).toEqual(["shelf"])
  })

  test("is split in two, and joined with the next one, if that gives words of the vocabulary", async () => {
    const [cut] = await tokens("opallamp")
    expect(cut?.splits.map(wordsOf)).toEqual([["lamp", "opal"]])
    const [head, phones] = await tokens("head phones")
    expect(head?.compound).toEqual({ word: "headphones", stem: "headphon", weight: 10 })
    expect(phones?.compound).toBeNull()
  })

  test("that is known is corrected only if all words are", async () => {
    expect(await tokens("head")).toMatchObject([{ isKnown: true, similarWords: [], splits: [] }])
    const [head] = await tokens("head", true)
    expect(wordsOf(head?.similarWords)).toContain("head")
  })
})

test("a keyword has up to eight words in order, of at most forty letters each", async () => {
  const letters = ["j", "i", "h", "g", "f", "e", "d", "c", "b", "a"]
  expect((await tokens(letters.join(" "))).map(({ word }) => word)).toEqual(letters.slice(0, 8))
  expect((await tokens("x".repeat(100))).map(({ word }) => word)).toEqual(["x".repeat(40)])
  expect(await tokens("%%% ''' -- ;")).toEqual([])
})
