// PUT, DELETE /api/v1/admin/product/:id
import { productEditing } from "~/domain/accounts/permission"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { ProductChanges } from "~/domain/catalog/product"
import { storeProductImages } from "~/domain/media/store-product-images.server"
import { findEditedProductWithReviews } from "~/domain/reviews/reviewed-product.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleProduct } from "../json/examples"
import { ProductJson, toProductJson } from "../json/product"

export const loader = endpoints({
  PUT: adminCall(
    productEditing,
    {
      summary: "Change a product",
      notes:
        "Absent fields stay unchanged; new `images` replace all old ones. With `stockSeen`, the stock that the " +
        "administrator saw, only the difference is applied, so that sales in between are not lost.",
      body: ProductChanges,
      pictures: "images",
      example: { price: exampleProduct.price, stock: 40, stockSeen: exampleProduct.stock, stockReason: "Delivery" },
      response: { product: ProductJson },
      refusals: { 400: "Please choose a category", 404: "Product not found", 409: "Stock can be at most 999999" },
    },
    async ({ shop, actor, id, body, pictures }) => {
      const images = pictures.length > 0 ? await storeProductImages(shop, pictures) : undefined
      await updateProduct(shop, actor, id, body, { images })
      return { product: toProductJson(shop, await findEditedProductWithReviews(shop, actor, id)) }
    },
  ),
  DELETE: adminCall(
    "products.edit",
    {
      summary: "Delete a product",
      notes: "Orders keep their own copy of it.",
      successMessage: "Product has been deleted",
      refusals: { 404: "Product not found" },
    },
    ({ shop, actor, id }) => softDeleteProduct(shop, actor, id),
  ),
})

export const action = loader
