import { afterAll, beforeAll, describe, expect, test } from "vitest"
import map from "~/routes"
import { addressesIn } from "~/testing/pages/addresses.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { openWithStripe } from "~/testing/shop/stripe-shop.server"

let sandbox: TestServer
let stripe: Awaited<ReturnType<typeof openWithStripe<TestServer>>>
let addresses: string[]

beforeAll(async () => {
  sandbox = await openTestServer()
  stripe = await openWithStripe(openTestServer)
  addresses = [
    ...addressesIn(await map),
    "/api/v1/nothing",
    "/media/nothing",
    "/%E0%A4%A",
    "/?_data=",
    "/PROCESS/Payment/",
  ]
})
afterAll(async () => {
  await sandbox?.close()
  await stripe?.close()
})

async function headersOf(server: TestServer, path: string): Promise<Headers> {
  const answer = await server.visitor().get(path)
  await answer.arrayBuffer()
  return answer.headers
}

/** A mail contains its styles, and its page may do nothing else. */
const isMail = (path: string) => path.startsWith("/dev/mail/")

describe("every response of every route", () => {
  test("cannot be framed, and uses no browser feature that the shop does not need", async () => {
    for (const path of addresses) {
      const headers = await headersOf(sandbox, path)
      expect(headers.get("X-Frame-Options"), path).toBe("DENY")
      expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff")
      expect(headers.get("Permissions-Policy"), path).toMatch(/camera=\(\).*geolocation=\(\).*payment=\(\)/)
      const policy = headers.get("Content-Security-Policy") ?? ""
      expect(policy, path).toMatch(/^default-src 'none'/)
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy, path).not.toMatch(/stripe/)
      if (!isMail(path)) expect(policy, path).not.toMatch(/unsafe-inline/)
    }
  })

  test("allows passkeys only on their own pages, however the address is written", async () => {
    const spellings = ["/login/passkey", "/login/passkey/", "/Login/Passkey"]
    for (const path of [...addresses, ...spellings]) {
      const policy = (await headersOf(sandbox, path)).get("Permissions-Policy")
      const allowed = spellings.includes(path) ? "(self)" : "()"
      expect(policy, path).toContain(`publickey-credentials-get=${allowed}`)
    }
  })

  test("of a shop with Stripe allows Stripe on the payment page only", async () => {
    for (const path of addresses) {
      const headers = await headersOf(stripe.opened, path)
      const policy = headers.get("Content-Security-Policy") ?? ""
      const isPaymentPage = path.toLowerCase().replace(/\/$/, "") === "/process/payment"
      expect(policy.includes("stripe.com"), `${path} ${policy}`).toBe(isPaymentPage)
      expect(policy.includes("'unsafe-inline'"), path).toBe(isPaymentPage || isMail(path))
      expect(headers.get("Permissions-Policy"), path).toContain(
        isPaymentPage ? 'payment=(self "https://js.stripe.com")' : "payment=()",
      )
      expect(headers.get("X-Frame-Options"), path).toBe("DENY")
    }
  })
})
