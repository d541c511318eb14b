import type { Admin } from "~/domain/accounts/user"
import { insertDemoProducts } from "~/testing/demo-products.server"
import { openForTests } from "~/testing/open-for-tests"
import { anAdmin } from "~/testing/people.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { listProducts } from "../listing.server"
import { parseProductFilter } from "../product-filter"

interface SearchTest extends TestShop {
  admin: Admin
  /** The ids of the demo products, by their slugs. */
  ids: Map<string, string>
  /** The list of products at an address with this query. */
  list(query: string): ReturnType<typeof listProducts>
  names(query: string): Promise<string[]>
  count(query: string): Promise<number>
}

/** A shop with the demo catalogue, for the tests of a file. */
export function openSearchTest(): SearchTest {
  return openForTests(async () => {
    const opened = await openTestShop()
    const admin = await anAdmin(opened.shop)
    const ids = await insertDemoProducts(opened.shop)
    const list = (query: string) => listProducts(opened.shop, parseProductFilter(new URLSearchParams(query)))
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
