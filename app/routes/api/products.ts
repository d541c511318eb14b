// GET /api/v1/product
import { z } from "zod"
import { describeProducts } from "~/domain/catalog/product-rows.server"
import { readCatalog } from "~/domain/catalog/read-catalog.server"
import { listProducts } from "~/domain/search/listing.server"
import {
  filterParameters,
  filterSearchParams,
  isUnbounded,
  ProductQuery,
  parseProductFilter,
  withCategory,
} from "~/domain/search/product-filter"
import { publicRead } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import type { CachePolicy } from "~/http/response-cache/cache-policy"
import { ListedProductJson, toListedProductJson } from "./json/product"

const cache: CachePolicy = {
  store: "memory",
  parameters: filterParameters,
  ignoresUnknown: true,
  canonicalQuery({ url, categories }) {
    const filter = parseProductFilter(categories, url.searchParams)
    const search = filterSearchParams(filter)
    if (filter.keyword !== "") search.set("keyword", filter.keyword)
    const isSame = JSON.stringify(parseProductFilter(categories, search)) === JSON.stringify(filter)
    return isSame ? { search, isUnbounded: isUnbounded(filter) } : null
  },
}

export const loader = endpoints({
  GET: publicRead(
    {
      chapter: "Products",
      summary: "List products",
      notes:
        "A page of the products that match the filters. Invalid values are clamped or ignored; a page past " +
        "the end is an empty list. `productCount` counts all products of the shop, `filteredProductCount` those that the " +
        "filters leave.",
      query: ProductQuery,
      cache,
      response: {
        products: z.array(ListedProductJson),
        productCount: z.int().min(0),
        resultPerPage: z.int().min(1),
        filteredProductCount: z.int().min(0),
      },
    },
    async ({ shop, query }) => {
      const { described, productCount, resultPerPage, filteredProductCount } = await readCatalog(shop, async (shop) => {
        const { products, ...counts } = await listProducts(shop, withCategory(shop.categories.current, query))
        return { ...counts, described: await describeProducts(shop, products) }
      })
      return {
        products: described.map((product) => toListedProductJson(shop, product)),
        productCount,
        resultPerPage,
        filteredProductCount,
      }
    },
  ),
})

export const action = loader
