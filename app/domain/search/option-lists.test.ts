import { beforeAll, describe, expect, test } from "vitest"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()
let dear: ReturnType<typeof addDearProducts>
beforeAll(() => {
  dear = addDearProducts()
  return dear
})

/** Above the prices of all other products: from $19,000 to $19,200, and $19,100 */
async function addDearProducts() {
  const range = await addProductWithOptions(here.shop, here.admin, {
    name: "Range",
    options: { Size: ["S", "M"] },
    variants: { S: { price: 1_900_000 }, M: { price: 1_920_000, stock: 0 } },
  })
  const single = await addProductWithOptions(here.shop, here.admin, {
    name: "Single",
    options: { Size: ["S"] },
    variants: { S: { price: 1_910_000 } },
  })
  return { range, single }
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
