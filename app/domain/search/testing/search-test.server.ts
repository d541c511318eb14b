import type { Staff } from "~/domain/accounts/actor"
import { openForTests } from "~/testing/processes/open-for-tests"
import { insertDemoProducts } from "~/testing/shop/demo-products.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { listProducts } from "../listing.server"
import { parseProductFilter } from "../product-filter"

interface SearchTest extends TestShop {
  admin: Staff
  /** Ids of the demo products by slug */
  ids: Map<string, string>
  /** Lists products for the query of an address. */
  list(query: string): ReturnType<typeof listProducts>
  names(query: string): Promise<string[]>
  count(query: string): Promise<number>
}

/** A shop with the demo catalogue, for the tests of a file */
export function openSearchTest(): SearchTest {
  return openForTests(async () => {
    const opened = await openTestShop()
    const admin = await anAdmin(opened.shop)
    const ids = await insertDemoProducts(opened.shop)
    const list = (query: string) =>
      listProducts(opened.shop, parseProductFilter(opened.shop.categories.current, new URLSearchParams(query)))
    return {
      ...opened,
      admin,
      ids,
      list,
      names: async (query) => (await list(query)).products.map(({ name }) => name),
      count: async (query) => (await list(query)).filteredProductCount,
    }
  })
}
