// GET /api/v1/admin/allproducts
import { z } from "zod"
import { listAllProducts } from "~/domain/catalog/all-products.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { ManagedProductJson, toManagedProductJson } from "../json/product"

export const loader = endpoints({
  GET: adminCall(
    "products.see",
    {
      summary: "List all products",
      notes: "Newest first, all on one page, including drafts and products that are scheduled or have ended.",
      response: { products: z.array(ManagedProductJson) },
    },
    async ({ shop, actor }) => ({
      products: (await listAllProducts(shop, actor)).map((product) => toManagedProductJson(shop, product)),
    }),
  ),
})

export const action = loader
