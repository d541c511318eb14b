// PUT, DELETE /api/v1/admin/product/:id
import { ProductChanges } from "~/domain/catalog/product"
import { removeProduct, updateProduct } from "~/domain/catalog/products.server"
import { storeImages } from "~/domain/media/store-images.server"
import { findReviewedProduct } from "~/domain/reviews/reviewed-product.server"
import { adminCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { exampleProduct } from "../json/examples"
import { ProductJson, productJson } from "../json/product"

export const loader = endpoints({
  PUT: adminCall(
    {
      chapter: "Administration",
      summary: "Change a product",
      notes:
        "What is absent stays as it is; new `images` replace all old ones. With `stockSeen`, the stock that the " +
        "administrator saw, only the difference is applied: what was sold meanwhile stays sold.",
      body: ProductChanges,
      pictures: "images",
      example: { price: exampleProduct.price, stock: 40, stockSeen: exampleProduct.stock, stockReason: "Delivery" },
      answer: { product: ProductJson },
      refusals: { 400: "Please choose a category", 404: "Product not found", 409: "Stock can be at most 999999" },
    },
    async ({ shop, actor, id, body, pictures }) => {
      const images = pictures.length > 0 ? await storeImages(shop, pictures) : undefined
      await updateProduct(shop, actor, id, body, images)
      return { product: productJson(shop, await findReviewedProduct(shop, id)) }
    },
  ),
  DELETE: adminCall(
    {
      chapter: "Administration",
      summary: "Take a product off the shelves",
      notes: "Orders keep their own copy of it.",
      says: "Product has been deleted",
      refusals: { 404: "Product not found" },
    },
    async ({ shop, actor, id }) => {
      await removeProduct(shop, actor, id)
    },
  ),
})

export const action = loader
