// POST /api/v1/admin/product/new
import { ProductForm } from "~/domain/catalog/product"
import { publishProduct } from "~/domain/catalog/products.server"
import { storeImages } from "~/domain/media/store-images.server"
import { findReviewedProduct } from "~/domain/reviews/reviewed-product.server"
import { adminCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { exampleProduct } from "../json/examples"
import { ProductJson, productJson } from "../json/product"

const { name, price, desc, category, stock } = exampleProduct

export const loader = endpoints({
  POST: adminCall(
    {
      chapter: "Administration",
      summary: "Put a new product on sale",
      body: ProductForm,
      pictures: "images",
      example: { name, price, desc, category, stock },
      status: 201,
      says: "Product created",
      answer: { product: ProductJson },
      refusals: { 400: "Please enter the product name" },
    },
    async ({ shop, actor, body, pictures }) => {
      const id = await publishProduct(shop, actor, body, await storeImages(shop, pictures))
      return { product: productJson(shop, await findReviewedProduct(shop, id)) }
    },
  ),
})

export const action = loader
