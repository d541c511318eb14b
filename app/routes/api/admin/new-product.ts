// POST /api/v1/admin/product/new
import { productEditing } from "~/domain/accounts/permission"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { ProductFields } from "~/domain/catalog/product"
import { storeProductImages } from "~/domain/media/store-product-images.server"
import { findEditedProductWithReviews } from "~/domain/reviews/reviewed-product.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleProduct } from "../json/examples"
import { ProductJson, toProductJson } from "../json/product"

const { name, price, desc, category, stock } = exampleProduct

export const loader = endpoints({
  POST: adminCall(
    productEditing,
    {
      summary: "Put a new product on sale",
      body: ProductFields,
      pictures: "images",
      example: { name, price, desc, category, stock },
      status: 201,
      successMessage: "Product created",
      response: { product: ProductJson },
      refusals: { 400: "Please enter the product name" },
    },
    async ({ shop, actor, body, pictures }) => {
      const id = await publishProduct(shop, actor, body, await storeProductImages(shop, pictures))
      return { product: toProductJson(shop, await findEditedProductWithReviews(shop, actor, id)) }
    },
  ),
})

export const action = loader
