import { beforeEach } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { openForTests } from "../processes/open-for-tests"
import { addBuyer, addProduct } from "./buyers.server"
import { openTestShop, type TestShop } from "./test-shop.server"

export interface CheckoutTest {
  /** A new shopper for each test */
  ada: Member
  /** A new product for each test, at $50.00 */
  tray: string
}

/** A shop for the tests of a file, with a new shopper and product for each test */
export function openCheckoutTest({ stock = 10 } = {}): TestShop & CheckoutTest {
  return withBuyer(openForTests(openTestShop), stock)
}

/** Creates a shopper and a product before each test, in an open shop. */
export function withBuyer<Opened extends Pick<TestShop, "shop">>(opened: Opened, stock = 10): Opened & CheckoutTest {
  const here = opened as Opened & CheckoutTest
  beforeEach(async () => {
    here.ada = await addBuyer(here.shop)
    here.tray = await addProduct(here.shop, { price: 5_000, stock })
  })
  return here
}
