import { beforeAll, describe, expect, test } from "vitest"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { suggest } from "./suggestions.server"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()
beforeAll(addDearProducts)

/** Above the prices of all other products: from $19,000 to $19,200, and $19,100 */
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
  test("goes by the lowest price upwards and by the highest downwards, from either end", async () => {
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
  ])("finds products whose prices meet %s", async (query, names) => {
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

  test("knows the values of options beside a product's words", async () => {
    for (const keyword of ["chore jacket m", "indigo jacket", "jacket ecru"]) {
      expect(await here.names(`keyword=${keyword}`)).toEqual(["Chore Jacket"])
    }
    expect(await here.count("keyword=chore+jacket+mauve")).toBe(0)
  })

  test("finds a SKU whole or by its beginning, in whatever case, and nothing that it may have meant", async () => {
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

  test("forgets the SKU of a version that is removed, and learns that of another", async () => {
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
