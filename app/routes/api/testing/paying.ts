import { beforeEach, expect } from "vitest"
import type { ApiClient } from "~/testing/api/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { openForTests } from "~/testing/processes/open-for-tests"
import { addProduct } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"

/** Succeeds in the sandbox */
export const card = { number: "4242424242424242", exp_month: 12, exp_year: 2099, cvc: "123" }

export const shippingInfo = {
  address: "1 Main Street",
  city: "Springfield",
  state: "IL",
  country: "US",
  pinCode: "62701",
  phoneNo: "2175550123",
}

/** The totals of two trays as the original client sends them */
const claims = { itemPrice: 100, taxPrice: 10, shippingPrice: 25, totalPrice: 135 }

interface PayingTest extends ApiServer {
  /** A new signed-in member for each test */
  ada: ApiClient & { id: string }
  /** A new product for each test, at $50.00 */
  tray: string
}

/** A shop over HTTP for the tests of a file, with the calls that pay and place an order */
export function openPayingTest(
  open: () => Promise<ApiServer> = openApiServer,
): PayingTest & ReturnType<typeof callsTo> {
  const here = openForTests(open) as PayingTest
  let people = 0
  beforeEach(async () => {
    here.ada = await here.member(`ada${++people}@shop.example`)
    here.tray = await addProduct(here.shop, { price: 5_000, stock: 10 })
  })
  return Object.assign(here, callsTo(here))
}

function callsTo(here: PayingTest) {
  const items = (quantity = 2) => [{ product: here.tray, name: "Walnut tray", price: 50, image: "", quantity }]

  async function process(by: ApiClient, body: object): Promise<string> {
    const answer = await by.post<{ client_secret: string }>("/api/v1/payment/process", body)
    expect(answer.status).toBe(200)
    return answer.body.client_secret
  }

  const confirm = (secret: string, sent: object = { card }) =>
    here.ada.post<{ id: string; status: string }>("/api/v1/sandbox/confirm", { client_secret: secret, ...sent })

  const order = (by: ApiClient, id: string, more: object = {}) =>
    by.post<{ order: Record<string, unknown> & { _id: string } }>("/api/v1/order/new", {
      shippingInfo,
      orderedItems: items(),
      ...claims,
      paymentInfo: { id, status: "succeeded" },
      ...more,
    })

  /** Pays as the original client does: amount, card, then order. */
  async function payAmount(amount = 13_500) {
    const secret = await process(here.ada, { amount })
    return (await confirm(secret)).body.id
  }

  const agree = () => expectInvariants(here.shop, { shelved: { [here.tray]: 10 } })

  return { items, process, confirm, order, payAmount, agree }
}
