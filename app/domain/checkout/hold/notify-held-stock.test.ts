import { expect, test } from "vitest"
import { mailsTo, openOwnersTest, subjectsOf } from "~/domain/mail/testing/owners-test.server"
import { addBuyer, addProduct, goodCard } from "~/testing/shop/buyers.server"
import { payWithCard } from "../payment/checkout-payment.server"
import { notifyHeldStock } from "./notify-held-stock.server"
import { startCheckout } from "./start-checkout.server"

const here = openOwnersTest()

const hold = async (product: string, quantity: number) => {
  const buyer = await addBuyer(here.shop)
  await startCheckout(here.shop, buyer, [{ variantId: product, quantity }], null)
  return buyer
}

async function told(): Promise<string[]> {
  await notifyHeldStock(here.shop)
  return (await subjectsOf(here)).filter((subject) => subject.startsWith("A third of the stock"))
}

test("the owner is notified once when a third of the stock is reserved, with the largest holder", async () => {
  await addProduct(here.shop, { name: "Bowl", stock: 20 })
  const tray = await addProduct(here.shop, { name: "Tray", stock: 10 })
  expect(await told()).toEqual([])
  await hold(tray, 1)
  const most = await hold(tray, 5)
  expect(await told()).toEqual([])
  await hold(tray, 4)
  const subjects = ["A third of the stock is reserved but not paid for: 10 of 30 units"]
  expect(await told()).toEqual(subjects)
  expect(await told()).toEqual(subjects)
  const [mail] = (await mailsTo(here)).filter(({ subject }) => subject === subjects[0])
  expect(mail?.text_body).toContain("10 of 30 units in the shop are reserved by 3 shoppers")
  expect(mail?.text_body).toContain(`/admin/user/${most.id}`)
  here.clock.advance({ hours: 3 })
  expect(await told()).toEqual(subjects)
})

test("paid and expired units are not reserved", async () => {
  const tray = await addProduct(here.shop, { name: "Tray", stock: 10 })
  await payWithCard(here.shop, await hold(tray, 5), goodCard)
  expect(await told()).toEqual([])
  await hold(tray, 5)
  here.clock.advance({ minutes: 16 })
  expect(await told()).toEqual([])
})
