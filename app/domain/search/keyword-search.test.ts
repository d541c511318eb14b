import { describe, expect, test } from "vitest"
import { demoProducts } from "~/demo/products"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { browseProducts } from "./listing.server"
import { findNearest } from "./nearest.server"
import { parseProductFilter } from "./product-filter"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()

describe("a keyword", () => {
  test("finds words of the name before words of the description", async () => {
    const found = await here.names("keyword=walnut")
    const inName = found.filter((name) => name.includes("Walnut"))
    expect(inName.length).toBeGreaterThan(1)
    expect(found.length).toBeGreaterThan(inName.length)
    expect(found.slice(0, inName.length)).toEqual(inName)
  })

  test("finds exact names before similar ones", async () => {
    const id = await publish("Lamb Soft Toy", "A toy.")
    expect((await here.names("keyword=lamb"))[0]).toBe("Lamb Soft Toy")
    await softDeleteProduct(here.shop, here.admin, id)
    expect((await here.list("keyword=lamb")).products.map((product) => product.id)).not.toContain(id)
  })

  test("finds other forms and beginnings of words, and the category", async () => {
    expect(await here.names("keyword=lamps")).toContain("Opal Table Lamp")
    expect(await here.names("keyword=headph")).toContain("Halden Over-Ear Headphones")
    expect(await here.count("keyword=footwear")).toBe(
      demoProducts.filter((product) => product.category === "Footwear").length,
    )
  })

  test("finds every word with this prefix, even one too common elsewhere", async () => {
    const ids = [await publish("Because Poster", "Paper."), await publish("Becalmed Poster", "Paper.")]
    expect((await here.names("keyword=beca")).sort()).toEqual(["Becalmed Poster", "Because Poster"])
    expect(await here.names("keyword=becal")).toEqual(["Becalmed Poster"])
    expect(await here.names("keyword=because")).toContain("Because Poster")
    for (const id of ids) await softDeleteProduct(here.shop, here.admin, id)
  })

  test("of one letter, or with one last, finds names with a word that begins with it, as suggestions do", async () => {
    for (const letter of ["w", "s", "o"]) {
      const found = await here.names(`keyword=${letter}`)
      expect(found).not.toEqual([])
      for (const name of found) expect(name).toMatch(new RegExp(`\\b${letter}`, "i"))
    }
    expect(await here.count("keyword=%D8%B3")).toBe(0)
    expect((await here.names("keyword=walnut+c"))[0]).toBe("Walnut Chess Set")
    expect(await here.names("keyword=c+chess")).toEqual([])
    const described = await publish("Lamp Stand", "Xylem tested.")
    expect(await here.names("keyword=x")).toEqual(["Lamp Stand"])
    await softDeleteProduct(here.shop, here.admin, described)
    const ids = [await publish("Vitamin C Drops", "Sour."), await publish("Vitamin Capsules", "Small.")]
    expect(await here.names("keyword=vitamin+c")).toEqual(["Vitamin C Drops"])
    expect(await here.names("keyword=vitamin+d")).toEqual(["Vitamin C Drops"])
    expect(await here.names("keyword=drops+c")).toEqual(["Vitamin C Drops"])
    expect(await here.names("keyword=capsules+v")).toEqual(["Vitamin Capsules"])
    for (const id of ids) await softDeleteProduct(here.shop, here.admin, id)
  })

  test("finds the one shelf of many shelves", async () => {
    const ids = [await publish("Wall Shelf", "For books."), await publish("Paring Knife", "For fruit.")]
    expect(await here.list("keyword=shelves")).toMatchObject({ corrected: "shelf" })
    expect(await here.names("keyword=shelves")).toContain("Wall Shelf")
    expect(await here.names("keyword=knives")).toContain("Paring Knife")
    for (const id of ids) await softDeleteProduct(here.shop, here.admin, id)
  })

  test("ranks names with every word first, even if some words are too common to search for", async () => {
    const ids = [await publish("Linen T-Shirt", "Cool."), await publish("Linen Shirt", "Cool, and newer.")]
    expect((await here.names("keyword=t-shirt"))[0]).toBe("Linen T-Shirt")
    expect((await here.names("keyword=linen+shirt"))[0]).toBe("Linen Shirt")
    for (const id of ids) await softDeleteProduct(here.shop, here.admin, id)
  })

  test("finds brands, materials and other facts, but no addresses and no warnings", async () => {
    const fields = { name: "Flat Kettle", desc: "For tea.", category: "Gaming", price: 1_000, stock: 1 }
    const id = await publishProduct(here.shop, here.admin, {
      ...fields,
      brand: "Tarnwick",
      material: "Borosilicate",
      manufacturerAddress: "1 Kilnlane, Porto",
      warnings: "Scalding",
      ownFacts: "Capacity: 1.5 gallons",
    })
    for (const keyword of ["tarnwick", "tarnwik", "borosilicate kettle", "gallon"])
      expect([keyword, await here.names(`keyword=${keyword}`)]).toEqual([keyword, ["Flat Kettle"]])
    for (const keyword of ["kilnlane", "scalding"]) expect(await here.count(`keyword=${keyword}`)).toBe(0)
    await updateProduct(here.shop, here.admin, id, { brand: "Fellmoor" })
    expect(await here.count("keyword=tarnwick")).toBe(0)
    expect(await here.names("keyword=fellmoor")).toEqual(["Flat Kettle"])
    await softDeleteProduct(here.shop, here.admin, id)
  })

  test("must match with every word", async () => {
    expect(await here.names("keyword=walnut+chess")).toEqual(["Walnut Chess Set"])
    expect(await here.names("keyword=the+chess+set")).toContain("Walnut Chess Set")
    expect(await here.names("keyword=can")).toContain("Long-Spout Watering Can")
  })

  test("with a typing mistake shows how it was understood", async () => {
    expect(await here.list("keyword=hedphones")).toMatchObject({ corrected: "headphones" })
    expect(await here.list("keyword=headphones")).toMatchObject({ corrected: null })
  })

  test("that begins like the labels of SKUs and options finds only words", async () => {
    const { id } = await addProductWithOptions(here.shop, here.admin, {
      options: { Size: ["S"] },
      variants: { S: { sku: "CJ-S", stock: 1 } },
    })
    const others = [await publish("Skirt", "Pleated."), await publish("Opera Glasses", "Options: none.")]
    const found = async (keyword: string) => {
      const names = await here.names(`keyword=${keyword}`)
      return names.filter((name) => ["Chore Jacket", "Skirt", "Opera Glasses"].includes(name))
    }
    expect(await found("sk")).toEqual(["Skirt"])
    expect(await found("sku")).not.toContain("Chore Jacket")
    for (const keyword of ["op", "opt", "options"]) expect(await found(keyword)).toEqual(["Opera Glasses"])
    expect(await found("CJ-S")).toEqual(["Chore Jacket"])
    for (const one of [id, ...others]) await softDeleteProduct(here.shop, here.admin, one)
  })

  test("is not corrected because a filter leaves no results", async () => {
    const lamb = await publish("Lamb Soft Toy", "A toy.")
    const { categories: counts, products } = await browseProducts(
      here.shop,
      parseProductFilter(here.shop.categories.current, new URLSearchParams("keyword=lamb&category=Footwear")),
    )
    expect(products).toEqual([])
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(await here.count("keyword=lamb"))
    await softDeleteProduct(here.shop, here.admin, lamb)
  })

  test("respects the given filters and orders", async () => {
    const found = await here.list("keyword=walnut&category=Gaming&sort=price-asc")
    expect(found.products.map((product) => product.category)).toEqual(found.products.map(() => "Gaming"))
    const prices = found.products.map((product) => product.price)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
  })

  test.each([
    ["only punctuation", "%%% ''' \\ ; -- <>"],
    ["all wildcards", "%_*?:*&|!()"],
    ["NUL", "\u0000"],
    ["half a character", "\ud800"],
    ["ten thousand letters", "x".repeat(10_000)],
    ["thousands of words", "a b ".repeat(2_500)],
    ["a query of its own", "lamp' | 'x':* & !'y"],
    ["emoji", "😀😀"],
  ])("of %s is answered without an error", async (_, keyword) => {
    await expect(here.list(String(new URLSearchParams({ keyword })))).resolves.toMatchObject({ resultPerPage: 12 })
  })

  test.each(["^^^", "\\", "_", "(", "...", "\u0300", "' | '%"])(
    "of nothing but %s, which no product has, finds nothing",
    async (keyword) => {
      expect(await here.list(String(new URLSearchParams({ keyword })))).toMatchObject({
        products: [],
        filteredProductCount: 0,
      })
    },
  )
})

test("a keyword of symbols only finds the products that have all of them, in name or description", async () => {
  const named = await publish("Towel of 100% Linen", "Soft.")
  const described = await publish("Path Poster", "Shows C:\\Users\\ada, 100 % of it.")
  const programs = await publish("snake_case T-Shirt!", "For C++ & C# people: wear it (or not).")
  const own = ["Towel of 100% Linen", "Path Poster", "snake_case T-Shirt!"]
  const found = async (keyword: string) => {
    const names = await here.names(String(new URLSearchParams({ keyword, sort: "newest" })))
    return names.filter((name) => own.includes(name)).sort()
  }
  expect(await found("%")).toEqual(["Path Poster", "Towel of 100% Linen"])
  expect(await found("％")).toEqual(["Path Poster", "Towel of 100% Linen"])
  expect(await found("\\")).toEqual(["Path Poster"])
  expect(await found("% \\")).toEqual(["Path Poster"])
  expect(await found("\\%%")).toEqual(["Path Poster"])
  expect(await found("_")).toEqual(["snake_case T-Shirt!"])
  expect(await found("%_")).toEqual([])
  expect(await found("_-!")).toEqual(["snake_case T-Shirt!"])
  expect(await found("&#++")).toEqual(["snake_case T-Shirt!"])
  expect(await found("(")).toEqual([])
  expect(await found("100%")).toEqual(["Path Poster", "Towel of 100% Linen"])
  expect(await here.count("keyword=%25")).toBe((await here.names("keyword=%25")).length)
  expect(await here.count("keyword=%25&category=Footwear")).toBe(0)
  const update = { name: "Towel of Linen", desc: "Soft.", category: "Gaming", price: 1_000, stock: 1 } as const
  await updateProduct(here.shop, here.admin, named, update)
  expect(await found("%")).toEqual(["Path Poster"])
  for (const id of [named, described, programs]) await softDeleteProduct(here.shop, here.admin, id)
  expect(await found("%")).toEqual([])
})

describe("when there are no results", () => {
  test("a better keyword is suggested, and the nearest products", async () => {
    expect(await here.count("keyword=wlanut+xqzyv")).toBe(0)
    const { didYouMean, products } = await findNearest(here.shop, "wlanut xqzyv")
    expect(didYouMean).toBe("walnut")
    expect(products[0]?.name).toContain("Walnut")
  })

  test("a keyword without results is not suggested", async () => {
    expect(await findNearest(here.shop, "oak headphones")).toMatchObject({ didYouMean: null })
    expect(await findNearest(here.shop, "%%%")).toEqual({ didYouMean: null, products: [] })
  })
})

function publish(name: string, desc: string) {
  return publishProduct(here.shop, here.admin, { name, desc, category: "Gaming", price: 1_000, stock: 1 })
}
