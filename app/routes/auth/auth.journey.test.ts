import { TOTP } from "otpauth"
import type { Page } from "playwright"
import { beforeAll, describe, expect, test } from "vitest"
import { browserModes, describeMode, violations, waitForHydration } from "~/testing/browser/browser.server"
import { go, openJourney } from "~/testing/browser/journey.server"
import { logIn, press } from "~/testing/pages/page-actions.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/shop/people.server"
import { writePicture } from "~/testing/shop/picture-file.server"

const journey = openJourney()
let picture: string
beforeAll(async () => {
  picture = await writePicture(journey.mediaFolder)
})

const openMenu = (page: Page) => page.locator("summary", { hasText: "Account menu of Ada Lovelace" }).click()

/** A browser whose device is known to the user's account */
async function addDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send("WebAuthn.enable")
  const options = { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true } as const
  const capabilities = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await cdp.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, ...capabilities } })
}

const path = (page: Page) => new URL(page.url()).pathname

describe.each(browserModes.map((mode) => [describeMode(mode), mode] as const))("%s", (_, mode) => {
  test("a visitor who wants to see their orders registers, with a picture", async () => {
    const page = await journey.openPage(mode, "/orders")
    expect(path(page)).toBe("/login")
    expect(await violations(page, mode)).toEqual([])
    await page.getByRole("link", { name: "Register" }).click()
    await page.getByRole("heading", { name: "Create your account" }).waitFor()
    await press(page, mode, "Register")
    await page.getByRole("link", { name: "Please enter your name" }).waitFor()
    await expect.poll(() => page.locator(":focus").getAttribute("class")).toBe("error-summary")
    expect(await violations(page, mode)).toEqual([])
    await page.getByRole("link", { name: "Please enter a password" }).click()
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("password")
    await page.getByLabel("Name").fill("Ada Lovelace")
    await page.getByLabel("Email").fill(`ada-${mode.width}@shop.example`)
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await page.getByLabel("Picture").setInputFiles(picture)
    await press(page, mode, "Register")
    await page.waitForURL("**/orders")
    await page.getByRole("heading", { name: "Ada's order" }).waitFor()
    await openMenu(page)
    await page.getByRole("link", { name: "Profile", exact: true }).click()
    await page.waitForURL("**/account")
    const avatar = page.locator(".profile img.avatar")
    const shown = () => avatar.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
    await expect.poll(shown).toBe(true)
  })

  test("a member mistypes the password, reveals it, signs in and continues to their page", async () => {
    const { email } = await aMember(journey.shop)
    const page = await journey.openPage(mode, "/login?redirect=%2Fshipping")
    await page.getByLabel("Email").first().fill("ada@")
    await press(page, mode, "Continue")
    await page.getByRole("link", { name: "Please enter a valid email" }).click()
    await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("guest-email")
    await page.getByRole("link", { name: "Login", exact: true }).last().click()
    await expect.poll(() => page.getByText("Please enter a valid email").count()).toBe(0)
    await page.goto("/login?redirect=%2Fupdate")
    await waitForHydration(page, mode)
    await logIn(page, mode, email, "wrong horse")
    await page.getByRole("alert").getByText("Invalid email or password").waitFor()
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(email)
    const toast = page.getByRole("region", { name: "Message" })
    if (!mode.scripts) await expect.poll(() => toast.count()).toBe(0)
    if (mode.scripts) {
      await toast.getByText("Invalid email or password").hover()
      expect(await violations(page, mode)).toEqual([])
      await toast.getByRole("button", { name: "Close message" }).click()
      await toast.waitFor({ state: "detached" })
      await page.getByRole("button", { name: "Show password" }).click()
      await expect.poll(() => page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text")
    }
    await logIn(page, mode, email)
    await page.waitForURL("**/update")
  })

  test("a member sets up an authenticator app, saves the recovery codes, and signs in with both", async () => {
    const { email } = await aMember(journey.shop)
    const page = await journey.openPage(mode, "/login?redirect=%2Faccount%2Fsecurity")
    await logIn(page, mode, email)
    await page.getByRole("link", { name: "Set up an app" }).click()
    await page.getByRole("img", { name: "QR code for your app" }).waitFor()
    await waitForHydration(page, mode)
    expect(await violations(page, mode)).toEqual([])
    const secret = (await page.locator("dd code").textContent())?.replaceAll(" ", "") ?? ""
    const app = new TOTP({ secret })
    await page.getByLabel("Code", { exact: true }).fill("12345")
    await press(page, mode, "Set up")
    await page.getByRole("link", { name: "This is not the current code of your app" }).waitFor()
    expect((await page.locator("dd code").textContent())?.replaceAll(" ", "")).toBe(secret)
    await page.getByLabel("Code", { exact: true }).fill(app.generate())
    await press(page, mode, "Set up")
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor()
    const codes = await page.locator("main li code").allTextContents()
    expect(codes).toHaveLength(10)
    expect(await violations(page, mode)).toEqual([])
    await page.getByRole("link", { name: "I have saved them" }).click()
    await page.getByRole("heading", { name: "Recovery codes" }).waitFor()
    expect(await violations(page, mode)).toEqual([])

    const signIn = async (code: string) => {
      const other = await journey.openPage(mode, "/login?redirect=%2Fupdate")
      await logIn(other, mode, email)
      await other.getByRole("heading", { name: "Second step" }).waitFor()
      await other.getByLabel("Code").fill("not a code")
      await press(other, mode, "Login")
      await other.getByRole("link", { name: "This code is not valid" }).waitFor()
      expect(await violations(other, mode)).toEqual([])
      await other.getByLabel("Code").fill(code)
      await press(other, mode, "Login")
      await other.waitForURL("**/update")
    }
    // The present code is used up, and the next one is accepted early.
    await signIn(app.generate({ timestamp: Date.now() + 30_000 }))
    await signIn(codes[0] ?? "")

    if (mode.scripts) await addDevice(page)
    await page.goto("/account/security")
    await waitForHydration(page, mode)
    if (!mode.scripts) {
      await page.getByText("This browser cannot set up a passkey").waitFor()
      await go(page, mode, "/login/passkey")
      await page.getByText("Passkeys need scripts").waitFor()
      await page.getByRole("link", { name: "Use your password instead" }).waitFor()
      expect(await violations(page, mode)).toEqual([])
      return
    }
    await page.getByRole("link", { name: "Set up a passkey" }).click()
    await page.getByLabel("Name").fill("My laptop")
    expect(await violations(page, mode)).toEqual([])
    await page.getByLabel("Name").press("Enter")
    await page.getByText("My laptop").waitFor()
    expect(await violations(page, mode)).toEqual([])
    await page.context().clearCookies()
    await go(page, mode, "/login?redirect=%2Fupdate")
    expect(await violations(page, mode)).toEqual([])
    await page.getByRole("link", { name: "Use a passkey" }).click()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.waitForURL("**/update")
  })

  test("a member logs out from the menu, and the Back button shows nothing", async () => {
    const { email } = await aMember(journey.shop)
    const page = await journey.openPage(mode, "/login")
    await logIn(page, mode, email)
    await page.waitForURL("**/account")
    await waitForHydration(page, mode)
    await openMenu(page)
    await expect.poll(() => page.getByRole("link", { name: "Dashboard" }).count()).toBe(0)
    await page.getByRole("button", { name: "Logout" }).click()
    await page.getByText("Logged out").waitFor()
    await page.goBack()
    await page.reload()
    expect(path(page)).toBe("/login")
  })

  test("an administrator enters the back office from the login and from the shop", async () => {
    const { email } = await anAdmin(journey.shop, { name: "Ada Lovelace", email: `owner-${mode.width}@shop.example` })
    const page = await journey.openPage(mode, "/login?redirect=%2Fadmin%2Forders")
    await logIn(page, mode, email)
    await page.getByRole("heading", { level: 1, name: "Order managment" }).waitFor()
    expect(path(page)).toBe("/admin/orders")
    await go(page, mode, "/")
    await openMenu(page)
    await page.getByRole("link", { name: "Dashboard" }).click()
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor()
    expect(path(page)).toBe("/admin/dashboard")
  })

  test("a member who forgot the password follows the mailed link and is signed in with a new one", async () => {
    const { email } = await aMember(journey.shop)
    const page = await journey.openPage(mode, "/login")
    await page.getByRole("link", { name: "Forgot password" }).click()
    await page.getByRole("heading", { name: "Forgot password" }).waitFor()
    await page.getByLabel("Email").fill(email)
    await press(page, mode, "Send the link")
    await page.getByText(`Email sent to ${email}`).waitFor()
    expect(await violations(page, mode)).toEqual([])
    const link = await mailedLink(email)
    const told: Promise<[address: string, referer: string | undefined]>[] = []
    page.on("requestfinished", (request) => {
      told.push(request.allHeaders().then(({ referer }) => [request.url(), referer]))
    })
    await go(page, mode, link)
    expect(path(page)).toBe("/password/reset")
    expect(await violations(page, mode)).toEqual([])
    await page.getByLabel("New password").fill("a new long password")
    await page.getByLabel("Confirm password").fill("a new long passwort")
    await press(page, mode, "Set password")
    await page.getByRole("link", { name: "Password does not match" }).waitFor()
    await page.getByLabel("New password").fill("a new long password")
    await page.getByLabel("Confirm password").fill("a new long password")
    await press(page, mode, "Set password")
    await page.waitForURL("**/account")
    await page.getByText("Password changed successfully").waitFor()
    await waitForHydration(page, mode)
    const token = link.split("/").at(-1) ?? ""
    const requests = await Promise.all(told)
    expect(requests.length).toBeGreaterThan(5)
    expect(requests.flat().filter((one) => one?.includes(token))).toEqual([link])
  })

  test("a used link says so and offers another", async () => {
    const page = await journey.openPage(mode, "/password/reset/nonsense")
    await page.getByRole("heading", { name: "This link has expired" }).waitFor()
    expect(await violations(page, mode)).toEqual([])
    await page.getByRole("link", { name: "Send a new link" }).click()
    await page.waitForURL("**/password/forgot")
  })

  test("two browsers with one account: a new password in one signs out the other", async () => {
    const { email } = await aMember(journey.shop)
    const [here, there] = [
      await journey.openPage(mode, "/login"),
      await journey.openPage(mode, "/login?redirect=%2Fpassword%2Fupdate"),
    ]
    await logIn(here, mode, email)
    await here.waitForURL("**/account")
    await logIn(there, mode, email)
    await there.waitForURL("**/password/update")
    await waitForHydration(there, mode)
    expect(await violations(there, mode)).toEqual([])
    await there.getByLabel("Old password").fill(PASSWORD)
    await there.getByLabel("New password").fill("a new long password")
    await there.getByLabel("Confirm password").fill("a new long password")
    await press(there, mode, "Change password")
    await there.waitForURL("**/account")
    await there.getByText("Password changed", { exact: true }).waitFor()
    await here.goto("/account")
    expect(path(here)).toBe("/login")
  })
})

/** The link in the mail that the running shop sent */
async function mailedLink(email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const mail = await journey.shop.db
      .selectFrom("mails")
      .select("text_body")
      .where("recipient", "=", email)
      .where("kind", "=", "password-reset")
      .executeTakeFirst()
    const link = mail && new RegExp(`${journey.url}/password/reset/\\S+`).exec(mail.text_body)?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("No link was mailed")
}
