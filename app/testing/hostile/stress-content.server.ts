import { drawingOf } from "~/demo/drawings.server"
import { type DemoProduct, demoProducts } from "~/demo/products"
import { requireMember } from "~/domain/accounts/actor"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { insertProduct } from "~/domain/catalog/editing/publish-product.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { payWithCard } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import { previewCustomers } from "~/domain/customers/import/preview-import.server"
import { replaceProductImages } from "~/domain/media/product-images.server"
import { renderDrawing } from "~/domain/media/store-picture.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { addOrderNote } from "~/domain/orders/order-notes.server"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import { fillCart, goodCard } from "../shop/buyers.server"
import { signUpAdmin } from "../shop/test-orders.server"
import { addStressRecords, setStressRules } from "./stress-records.server"

const unbroken = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhalter"
const hyphenated = "USB-C-to-HDMI-and-Ethernet-multiport-adapter"
const rightToLeft = "سماعات رأس لاسلكية مع عزل الضوضاء"
const names = [hyphenated, unbroken, rightToLeft, `Over-Ear ${hyphenated}`, `${unbroken} ${hyphenated}`, "🪴"]

const stressAddress = {
  address: unbroken,
  city: `Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch`,
  state: "IL",
  country: "US",
  pinCode: "W".repeat(16),
  phoneNo: "2175550123",
}

/** Fills a shop with the longest texts and the most records that are allowed. */
export async function furnishWithStressContent(shop: Shop) {
  const admin = await signUpAdmin(shop, `${"w".repeat(60)}@shop.test`, unbroken)
  const terms = { deliveryTime: unbroken, returnTerms: unbroken }
  const numbers = { invoiceNumbers: `${"W".repeat(20)}-{number}`, vatId: "DE123456789", address: unbroken }
  await changeSettings(shop, admin, { snapshot: 0, facts: { ...emptyFacts, ...terms, ...numbers } })
  const shipping_info = JSON.stringify(stressAddress)
  await shop.db.updateTable("users").set({ shipping_info }).where("id", "=", admin.id).execute()
  const buyer = requireMember(admin)
  const products: string[] = []
  const pictures = await drawPictures(shop)
  for (const [index, name] of names.entries()) {
    products.push(await addStressProduct(shop, name, pictures.slice(0, index === 0 ? pictures.length : index % 2)))
  }
  const [first = "", second = ""] = products
  await setStressRules(shop)
  const many = products.map((product, index) => ({ variantId: product, quantity: index === 0 ? 99 : 12 }))
  await startCheckout(shop, buyer, many, null)
  const order = orderIdOf(await payWithCard(shop, buyer, goodCard)) ?? ""
  await advanceOrder(shop, admin, order, "Shipped", { tracking: "T".repeat(100) })
  await shop.transaction((tx) => addOrderNote(tx, admin, order, unbroken))
  await refundOrder(shop, admin, order, { amount: 12_345, reason: unbroken })
  for (const productId of products) await leaveReview(shop, buyer, { productId, rating: 1, comment: unbroken })
  const { id: review } = await shop.db.selectFrom("reviews").select("id").limit(1).executeTakeFirstOrThrow()
  const gone = await addStressProduct(shop, unbroken, [])
  await softDeleteProduct(shop, admin, gone)
  const csv = `_id,name,price\n${first},${unbroken},12\n${second},,\n,${unbroken},1\n`
  const imported = await previewImport(shop, admin, new File([csv], `${unbroken}.csv`))
  const people = `First Name,Last Name,Email,Note,Address1\n${unbroken.slice(0, 50)},${hyphenated},${"w".repeat(60)}@${"w".repeat(60)}.test,${unbroken},${unbroken}\n,,${unbroken},,\n`
  const customers = await previewCustomers(shop, admin, new File([people], `${unbroken}.csv`))
  const backOffice = await addStressRecords(shop, admin, order)
  const cart = await fillCart(shop, buyer, many.slice(0, 5))
  await startCheckout(shop, buyer, cart, null)
  return { admin, order, first, second, gone, review, imported, customers, unbroken, ...backOffice }
}

async function addStressProduct(shop: Shop, name: string, pictures: string[]): Promise<string> {
  const desc = Array(3).fill(`${unbroken} ${hyphenated}`).join("\n\n")
  return shop.transaction(async (tx) => {
    const id = await insertProduct(tx, { name, desc, category: "Electronics", price: 440_000, stock: 999 })
    const images = pictures.map((pictureId) => ({ pictureId, alt: name }))
    await replaceProductImages(tx, id, images)
    await tx.db.updateTable("variants").set({ compare_at_price: 99_999_999 }).where("id", "=", id).execute()
    return id
  })
}

/** The highest number of pictures of a product, all the same drawing */
async function drawPictures(shop: Shop): Promise<string[]> {
  const { id } = await renderDrawing(shop, await drawingOf(demoProducts[0] as DemoProduct, 0))
  return Array(10).fill(id)
}
