import { expect, test } from "vitest"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { buy, openOrdersTest, shelve, signUp } from "~/testing/shop/test-orders.server"
import { reorder } from "./reorder.server"

const here = openOrdersTest()

test("the items of a past order are added to the cart, up to the available units", async () => {
  const { shop, admin, ada } = here
  const mug = await shelve(shop, admin)
  const id = await buy(shop, ada, mug, 5)
  await updateProduct(shop, admin, mug, { stock: 4 })
  expect(await reorder(shop, ada, [], id)).toEqual({ cart: [{ variantId: mug, quantity: 4 }], leftOut: [] })
  expect(await readSavedCart(shop, ada.id)).toEqual([{ variantId: mug, quantity: 4 }])
})

test("items already in the cart stay there", async () => {
  const { shop, admin, ada } = here
  const [mug, pot] = [await shelve(shop, admin), await shelve(shop, admin, { name: "Pot" })]
  const id = await buy(shop, ada, mug, 2)
  const { cart } = await reorder(shop, ada, [{ variantId: pot, quantity: 3 }], id)
  expect(cart).toEqual([
    { variantId: pot, quantity: 3 },
    { variantId: mug, quantity: 2 },
  ])
})

test("items that are no longer sold are named and left out, and an order of nothing else is refused", async () => {
  const { shop, admin, ada } = here
  const lamp = await shelve(shop, admin, { name: "Lamp" })
  const id = await buy(shop, ada, lamp)
  await updateProduct(shop, admin, lamp, { stock: 0 })
  await expect(reorder(shop, ada, [], id)).rejects.toThrow(
    "None of the products in this order are available at the moment",
  )
  await softDeleteProduct(shop, admin, lamp)
  await expect(reorder(shop, ada, [], id)).rejects.toThrow(
    "None of the products in this order are available at the moment",
  )
})

test("someone else's order cannot be reordered", async () => {
  const { shop, ada, admin } = here
  const id = await buy(shop, ada, await shelve(shop, admin))
  const eve = await signUp(shop, "eve@shop.test", "Eve")
  await expect(reorder(shop, eve, [], id)).rejects.toThrow("No order found")
})
