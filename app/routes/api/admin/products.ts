// GET /api/v1/admin/allproducts
import { z } from "zod"
import { listAllProducts } from "~/domain/catalog/all-products.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { ListedProductJson, toListedProductJson } from "../json/product"

export const loader = endpoints({
  GET: adminCall(
    "products.see",
    {
      summary: "List all products",
      notes: "Newest first, all on one page.",
      response: { products: z.array(ListedProductJson) },
    },
    async ({ shop, actor }) => ({
      products: (await listAllProducts(shop, actor)).map((product) => toListedProductJson(shop, product)),
    }),
  ),
})

export const action = loader
