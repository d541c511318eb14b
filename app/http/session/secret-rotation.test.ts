import { afterAll, beforeAll, expect, test } from "vitest"
import { changeFactorPolicy } from "~/domain/factors/change-policy.server"
import { openSecretBox } from "~/domain/factors/secret-box.server"
import { sweepFactors } from "~/domain/factors/sweep-factors.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyers, addProduct } from "~/testing/shop/buyers.server"
import { aMember, anAdmin, anApp, PASSWORD } from "~/testing/shop/people.server"

const [OLD, NEW] = ["the old secret of this shop", "the new secret of this shop"]

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({}, {}, { sessionSecrets: [OLD] })
})
afterAll(() => server?.close())

test("the secret can be rotated while people shop: no one is signed out, and no cart is lost", async () => {
  const product = await addProduct(server.shop, { name: "Oak tray", stock: 100 })
  const members = await Promise.all((await addBuyers(server.shop, 4)).map((member) => server.signedIn(member)))
  const visitors = Array.from({ length: 4 }, () => server.visitor())
  const fill = (browser: TestBrowser) => browser.post(`/product/${product}`, { product, quantity: 1 })
  await Promise.all(visitors.map(fill))

  let rounds = 0
  let isOver = false
  const shop = async (browser: TestBrowser, isMember: boolean) => {
    while (!isOver) {
      if (isMember) expect((await browser.get("/account")).status).toBe(200)
      expect(await (await browser.get("/cart")).text()).toContain("Oak tray")
      expect((await fill(browser)).status).toBeLessThan(400)
      rounds++
    }
  }
  const everybody = async () => {
    for (const browser of members) await fill(browser)
    const shopping = [...members.map((one) => shop(one, true)), ...visitors.map((one) => shop(one, false))]
    await changeSecret()
    isOver = true
    await Promise.all(shopping)
  }
  const changeSecret = async () => {
    const steps = [
      [[OLD], [OLD, NEW]],
      [[OLD, NEW]],
      [
        [OLD, NEW],
        [NEW, OLD],
      ],
      [[NEW, OLD]],
    ]
    for (const step of steps) {
      server.restart(...step)
      const before = rounds
      await expect.poll(() => rounds - before, { timeout: 60_000 }).toBeGreaterThan(16)
    }
    // Cookies written long ago have expired by now; everyone here has a newer one.
    server.restart([NEW])
    const before = rounds
    await expect.poll(() => rounds - before, { timeout: 60_000 }).toBeGreaterThan(16)
  }
  await everybody()
})

test("second factors, second steps and trusted devices survive the rotation, and an old secret's signatures become invalid", async () => {
  const under = (...secrets: string[]) => {
    Object.assign(server.shop, { secrets: openSecretBox(secrets) })
    server.restart(secrets)
  }
  under(OLD)
  await changeFactorPolicy(server.shop, await anAdmin(server.shop), { staffFactorsFrom: "", trustedDevices: "on" })
  const member = await aMember(server.shop)
  const app = await anApp(server.shop, member)
  const leadsTo = (answer: Response) => answer.headers.get("Location")
  const login = (browser: TestBrowser) => browser.post("/login", { email: member.email, password: PASSWORD })
  const enter = (browser: TestBrowser) => {
    server.clock.advance({ minutes: 1 })
    return browser.post("/login/second-step", { code: app.code(), trust: "on" })
  }
  const [early, late, lost] = [server.visitor(), server.visitor(), server.visitor()]
  await login(early)
  await enter(early)
  await login(late)
  under(NEW, OLD)
  expect(leadsTo(await enter(late))).toBe("/account")
  for (const browser of [early, late]) {
    await browser.post("/logout", {})
    expect(leadsTo(await login(browser))).toBe("/account")
    await browser.post("/logout", {})
  }
  await sweepFactors(server.shop)
  under(OLD)
  await login(lost)
  under(NEW)
  expect(leadsTo(await enter(lost))).toMatch(/^\/login\?/)
  expect(leadsTo(await login(late))).toBe("/account")
  expect(leadsTo(await login(early))).toMatch(/^\/login\/second-step/)
  expect(leadsTo(await enter(early))).toBe("/account")
})

test("a cookie under a removed secret is ignored", async () => {
  const [member] = await addBuyers(server.shop, 1)
  if (!member) throw new Error("nobody")
  const browser = await server.signedIn(member)
  expect((await browser.get("/account")).headers.get("Location")).toMatch(/^\/login/)
})
