import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Browser, Page } from "playwright"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/user"
import {
  bothWays,
  describeWays,
  openBrowser,
  openVisitor,
  settled,
  violations,
  type Ways,
} from "~/testing/browser.server"
import { type BuiltShop, openBuiltShop } from "~/testing/built-shop.server"
import { aMember, PASSWORD } from "~/testing/people.server"

let shop: BuiltShop
let browser: Browser
let picture: string
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openBuiltShop(), openBrowser()])
  picture = join(shop.mediaFolder, "me.png")
  await writeFile(
    picture,
    await sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } })
      .png()
      .toBuffer(),
  )
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** A browser in which the member is signed in, on their profile. */
async function signIn(ways: Ways, member: Member): Promise<Page> {
  const page = await (await openVisitor(browser, shop.url, ways)).newPage()
  await page.goto("/login")
  await settled(page, ways)
  await page.getByLabel("Email").fill(member.email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Login" }).click()
  await page.waitForURL("**/account")
  await settled(page, ways)
  return page
}

describe.each(bothWays.map((ways) => [describeWays(ways), ways] as const))("%s", (_, ways) => {
  test("somebody changes name and picture, and takes the picture away again", async () => {
    const page = await signIn(ways, await aMember(shop.shop))
    expect(await violations(page, ways)).toEqual([])
    await page.getByRole("link", { name: "Edit profile" }).click()
    await page.waitForURL("**/update")
    expect(await violations(page, ways)).toEqual([])
    await page.getByLabel("Name").fill("Augusta Ada King")
    await page.getByLabel("Picture").setInputFiles(picture)
    await page.getByRole("button", { name: "Update" }).click()
    await page.waitForURL("**/account")
    await page.getByText("Profile Updated").waitFor()
    await page.getByText("Augusta Ada King", { exact: true }).locator("visible=true").waitFor()
    expect(await page.locator(".profile img.avatar").count()).toBe(1)
    await page.getByRole("link", { name: "Edit profile" }).click()
    await page.waitForURL("**/update")
    await page.getByLabel("Remove my picture and show my initials").check()
    await page.getByRole("button", { name: "Update" }).click()
    await page.waitForURL("**/account")
    await page.locator(".profile svg.avatar").waitFor()
  })

  test("a file that is no picture is refused beside its field, and the name that was typed stays", async () => {
    const page = await signIn(ways, await aMember(shop.shop))
    await page.getByRole("link", { name: "Edit profile" }).click()
    await page.waitForURL("**/update")
    await page.getByLabel("Name").fill("Augusta")
    await page
      .getByLabel("Picture")
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("nothing") })
    await page.getByRole("button", { name: "Update" }).click()
    await page.getByRole("link", { name: /not a picture/ }).waitFor()
    expect(await page.getByLabel("Name").inputValue()).toBe("Augusta")
    expect(await violations(page, ways)).toEqual([])
  })

  test("two browsers with one account: one signs the other out", async () => {
    const member = await aMember(shop.shop)
    const [here, there] = [await signIn(ways, member), await signIn(ways, member)]
    await here.reload()
    await settled(here, ways)
    expect(await violations(here, ways)).toEqual([])
    await here.getByRole("button", { name: /^Sign out Chrome/ }).click()
    await here.getByText("The device has been signed out").waitFor()
    await there.reload()
    expect(new URL(there.url()).pathname).toBe("/login")
    await here.reload()
    expect(new URL(here.url()).pathname).toBe("/account")
  })

  test("somebody deletes their account, after a second thought about the password", async () => {
    const page = await signIn(ways, await aMember(shop.shop))
    await page.getByRole("link", { name: "Delete account" }).click()
    await page.waitForURL("**/account/delete")
    expect(await violations(page, ways)).toEqual([])
    await page.getByLabel("Your password").fill("wrong horse")
    await page.getByRole("button", { name: "Delete my account" }).click()
    await page.getByRole("link", { name: "This is not your password" }).waitFor()
    await page.getByLabel("Your password").fill(PASSWORD)
    await page.getByRole("button", { name: "Delete my account" }).click()
    await page.getByText("Your account has been deleted").waitFor()
    await page.goto("/account")
    expect(new URL(page.url()).pathname).toBe("/login")
  })
})
