// GET /api/v1/admin/allproducts
import { z } from "zod"
import { listAllProducts } from "~/domain/catalog/all-products.server"
import { adminCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { ListedProductJson, listedProductJson } from "../json/product"

export const loader = endpoints({
  GET: adminCall(
    {
      chapter: "Administration",
      summary: "List all products",
      notes: "Newest first, not in pages.",
      answer: { products: z.array(ListedProductJson) },
    },
    async ({ shop, actor }) => ({
      products: (await listAllProducts(shop, actor)).map((product) => listedProductJson(shop, product)),
    }),
  ),
})

export const action = loader
