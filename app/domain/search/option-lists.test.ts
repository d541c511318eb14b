import { beforeAll, describe, expect, test } from "vitest"
import { optionOf } from "~/domain/catalog/catalog-changes.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { browseProducts } from "./listing.server"
import { parseProductFilter } from "./product-filter"
import { suggest } from "./suggestions.server"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()
beforeAll(addDearProducts)

/** Prices above those of all other products: from $19,000 to $19,200, and $19,100 */
async function addDearProducts() {
  await addProductWithOptions(here.shop, here.admin, {
    name: "Range",
    options: { Size: ["S", "M"] },
    variants: { S: { price: 1_900_000 }, M: { price: 1_920_000, stock: 0 } },
  })
  await addProductWithOptions(here.shop, here.admin, {
    name: "Single",
    options: { Size: ["S"] },
    variants: { S: { price: 1_910_000 } },
  })
}

describe("a list by price", () => {
  test("is sorted by the lowest price ascending and by the highest descending, in both directions", async () => {
    const own = async (query: string) => (await here.names(query)).filter((name) => ["Range", "Single"].includes(name))
    expect(await own("sort=price-desc")).toEqual(["Range", "Single"])
    expect(await own("sort=price-desc&price[lte]=19150")).toEqual(["Range", "Single"])
    expect(await own("sort=price-asc&price[gte]=19000")).toEqual(["Range", "Single"])
    const { filteredProductCount, resultPerPage } = await here.list("")
    expect(await own(`sort=price-asc&page=${Math.ceil(filteredProductCount / resultPerPage)}`)).toEqual([
      "Range",
      "Single",
    ])
  })

  test.each([
    ["price[gte]=19000&price[lte]=19000", ["Range"]],
    ["price[gte]=19010&price[lte]=19090", ["Range"]],
    ["price[gte]=19200&price[lte]=19300", ["Range"]],
    ["price[gte]=19201&price[lte]=19300", []],
    ["price[gte]=18900&price[lte]=18999.99", []],
    ["price[gte]=19050&price[lte]=19150", ["Range", "Single"]],
  ])("finds products whose price range overlaps %s", async (query, names) => {
    const lists = await Promise.all(
      ["newest", "price-asc", "price-desc", "rating"].map((sort) => here.list(`${query}&sort=${sort}`)),
    )
    for (const { products, filteredProductCount } of lists) {
      expect(products.map(({ name }) => name).sort()).toEqual(names)
      expect(filteredProductCount).toBe(names.length)
    }
  })
})

describe("a search", () => {
  let jacket = ""
  beforeAll(async () => {
    const variants = { "S, Indigo": {}, "M, Indigo": { sku: "CJ-M-IND" }, "M, Ecru": { sku: "CJ-M-ECR" } }
    jacket = (await addProductWithOptions(here.shop, here.admin, { variants })).id
  })

  test("knows the values of options in addition to a product's words", async () => {
    for (const keyword of ["chore jacket m", "indigo jacket", "jacket ecru"]) {
      expect(await here.names(`keyword=${keyword}`)).toEqual(["Chore Jacket"])
    }
    expect(await here.count("keyword=chore+jacket+mauve")).toBe(0)
  })

  test("finds a SKU or its beginning, in any case, without corrections", async () => {
    for (const keyword of ["CJ-M-IND", "cj-m-ind", "CJ-M", "cj-"]) {
      expect(await here.list(`keyword=${keyword}`)).toMatchObject({
        products: [{ name: "Chore Jacket" }],
        filteredProductCount: 1,
        corrected: null,
      })
    }
    for (const keyword of ["cj", "CJ-M-INDI", "J-M-IND"]) {
      expect((await here.names(`keyword=${keyword}`)).includes("Chore Jacket")).toBe(false)
    }
  })

  test("no longer finds the SKU of a removed variant, and finds that of a new one", async () => {
    await saveVariants(here.shop, here.admin, jacket, [
      { values: ["m", "ecru"], sold: false },
      { values: ["s", "indigo"], sku: "walnut" },
    ])
    expect(await here.count("keyword=CJ-M-ECR")).toBe(0)
    const found = await here.names("keyword=walnut")
    expect(found).toContain("Chore Jacket")
    expect(found.length).toBeGreaterThan(1)
  })

  test("suggests a product by its SKU and by a value", async () => {
    for (const typed of ["cj-m-i", "chore jacket m", "jacket indi"]) {
      expect((await suggest(here.shop, typed)).map(({ text }) => text)).toContain("Chore Jacket")
    }
  })
})

describe("option filters", () => {
  const sized = (name: string, options: Record<string, string[]>, variants: Record<string, { stock: number }>) =>
    addProductWithOptions(here.shop, here.admin, { name, options, variants })
  let boot = { id: "", variants: {} as Record<string, string> }
  beforeAll(async () => {
    boot = await sized(
      "Vernal Boot",
      { Size: ["9", "10", "11"], Colour: ["Black"] },
      { "9, Black": { stock: 1 }, "10, Black": { stock: 4 }, "11, Black": { stock: 0 } },
    )
    await sized(
      "Vernal Shoe",
      { " SÍZE": ["10"], Color: ["Bláck", "Red"] },
      { "10, Red": { stock: 1 }, "10, Bláck": { stock: 2 } },
    )
    await sized("Vernal Sandal", { Size: ["10"] }, { "10": { stock: 0 } })
  })

  async function counted(query = "") {
    const filter = parseProductFilter(here.shop.categories.current, new URLSearchParams(`keyword=vernal&${query}`))
    const { options } = await browseProducts(here.shop, filter)
    return Object.fromEntries(
      options.map(({ name, values }) => [name, values.map((value) => `${value.name} ${value.count}`)]),
    )
  }
  const found = async (query: string) => (await here.names(`keyword=vernal&${query}`)).sort()

  test("count products in stock, merge names that differ in case, accents and spaces, and list smaller sizes first", async () => {
    expect(await counted()).toEqual({ Size: ["9 1", "10 2"], Colour: ["Black 1"], Color: ["Bláck 1", "Red 1"] })
  })

  test("find products that have any of an option's values, and one of each option", async () => {
    expect(await found("option=size%3D10")).toEqual(["Vernal Boot", "Vernal Shoe"])
    expect(await found("option=size%3D9&option=size%3D10")).toEqual(["Vernal Boot", "Vernal Shoe"])
    expect(await found("option=size%3D10+colour%3Dblack")).toEqual(["Vernal Boot"])
    expect(await found("option=size%3D11")).toEqual([])
    expect(await counted("option=size%3D9")).toEqual({ Size: ["9 1", "10 2"], Colour: ["Black 1"] })
    expect(await counted("option=size%3D12")).toMatchObject({ Size: ["9 1", "10 2", "12 0"] })
  })

  test("follow a size that sells out or is restocked, without counting anything else again", async () => {
    const nine = boot.variants["9-black"] ?? ""
    await moveStock(here.shop, nine, -1)
    expect(await counted()).toMatchObject({ Size: ["10 2"] })
    expect(await found("option=size%3D9")).toEqual([])
    await moveStock(here.shop, nine, 2)
    expect(await found("option=size%3D9")).toEqual(["Vernal Boot"])
    expect(await counted()).toMatchObject({ Size: ["9 1", "10 2"] })
  })

  test("record what was read: counted values, and their options", async () => {
    const noted = new Set<string>()
    const shop = { ...here.shop, noteRead: (tag: string) => void noted.add(tag) }
    const filter = parseProductFilter(shop.categories.current, new URLSearchParams("keyword=vernal&option=size%3D10"))
    await browseProducts(shop, filter)
    const tags = ["size", "size=9", "size=10", "colour", "colour=black", "color", "color=black", "color=red"].map(
      optionOf,
    )
    expect([...noted].filter((tag) => tag.startsWith("option:")).sort()).toEqual(tags.sort())
  })
})
