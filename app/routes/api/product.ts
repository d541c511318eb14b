// GET /api/v1/product/:id
import { readCatalog } from "~/domain/catalog/read-catalog.server"
import { isObjectId } from "~/domain/object-id"
import { findReviewedProduct } from "~/domain/reviews/reviewed-product.server"
import { publicRead } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { ProductJson, toProductJson } from "./json/product"

export const loader = endpoints({
  GET: publicRead(
    {
      chapter: "Products",
      summary: "Read a product",
      notes: "With its newest hundred reviews: `numReviews` is how many there are, and `GET reviews` lists them all.",
      response: { product: ProductJson },
      cache: {
        store: "memory",
        ignoresUnknown: true,
        canonicalQuery: ({ params }) => (isObjectId(params.id ?? "") ? {} : null),
      },
      refusals: { 404: "Product not found" },
    },
    async ({ shop, id }) => ({
      product: toProductJson(shop, await readCatalog(shop, (shop) => findReviewedProduct(shop, id))),
    }),
  ),
})

export const action = loader
