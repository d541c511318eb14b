import { expect, test } from "vitest"
import { requestOrderLinks } from "~/domain/orders/send-order-links.server"
import { requestWithdrawal } from "~/domain/returns/request-withdrawal.server"
import { openForTests } from "~/testing/processes/open-for-tests"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { requestLink } from "./passwords/mailed-links.server"

const here = openForTests(openTestShop)

const email = "ada@shop.test"
const withdrawal = { order: "#1042", name: "Ada", email, reason: "", items: "" }

test.each<[name: string, allowed: number, attempt: (address: string) => Promise<unknown>]>([
  ["links to an account's orders are requested", 5, (address) => requestOrderLinks(here.shop, email, address)],
  ["links to reset a password are requested", 5, (address) => requestLink(here.shop, "password-reset", email, address)],
  [
    "withdrawals of an order are stated",
    5,
    (address) => requestWithdrawal(here.shop, withdrawal, { address, userId: undefined }),
  ],
])("%s is limited to %i times from all addresses of an IPv6 site", async (_, allowed, attempt) => {
  for (let network = 0; network < allowed; network += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, allowed - network) }, (_, i) => attempt(addressIn(network + i))),
    )
  await expect(attempt(addressIn(allowed))).rejects.toMatchObject({ kind: "tooMany" })
  await attempt("2001:db8:8:1::1")
  await attempt("192.0.2.1")
})

function addressIn(network: number) {
  return `2001:db8:7:${network.toString(16)}::1`
}
