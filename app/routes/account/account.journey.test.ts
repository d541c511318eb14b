import type { Page } from "playwright"
import { beforeAll, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  violations,
  waitForHydration,
} from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { logIn } from "~/testing/pages/page-actions.server"
import { aMember, PASSWORD } from "~/testing/shop/people.server"
import { writePicture } from "~/testing/shop/picture-file.server"

const journey = openJourney()
let picture: string
beforeAll(async () => {
  picture = await writePicture(journey.mediaFolder)
})

/** A browser in which the member is signed in, on their profile */
async function signIn(mode: BrowserMode, member: Member): Promise<Page> {
  const page = await journey.openPage(mode, "/login")
  await logIn(page, mode, member.email)
  await page.waitForURL("**/account")
  await waitForHydration(page, mode)
  return page
}

describe.each(browserModes.map((mode) => [describeMode(mode), mode] as const))("%s", (_, mode) => {
  test("a member changes name and picture, and removes the picture again", async () => {
    const page = await signIn(mode, await aMember(journey.shop))
    expect(await violations(page, mode)).toEqual([])
    await page.getByRole("link", { name: "Edit profile" }).click()
    await page.waitForURL("**/update")
    expect(await violations(page, mode)).toEqual([])
    await page.getByLabel("Name").fill("Augusta Ada King")
    await page.getByLabel("Picture").setInputFiles(picture)
    await page.getByRole("button", { name: "Update" }).click()
    await page.waitForURL("**/account")
    await page.getByText("Profile Updated").waitFor()
    await page.getByText("Augusta Ada King", { exact: true }).locator("visible=true").waitFor()
    await expect.poll(() => page.locator(".profile img.avatar").count()).toBe(1)
    await page.getByRole("link", { name: "Edit profile" }).click()
    await page.waitForURL("**/update")
    await page.getByLabel("Remove my picture and show my initials").check()
    await page.getByRole("button", { name: "Update" }).click()
    await page.waitForURL("**/account")
    await page.locator(".profile svg.avatar").waitFor()
  })

  test("a file that is not a picture is refused at its field, and the typed name stays", async () => {
    const page = await signIn(mode, await aMember(journey.shop))
    await page.getByRole("link", { name: "Edit profile" }).click()
    await page.waitForURL("**/update")
    await page.getByLabel("Name").fill("Augusta")
    await page
      .getByLabel("Picture")
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("nothing") })
    if (mode.scripts) {
      await page.getByRole("alert").getByText("me.png cannot be shown as a picture").waitFor()
      expect(await page.locator(".previews img").count()).toBe(0)
    }
    await page.getByRole("button", { name: "Update" }).click()
    await page.getByRole("link", { name: /are not supported/ }).waitFor()
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Augusta")
    expect(await violations(page, mode)).toEqual([])
  })

  test("two browsers with one account: one signs the other out", async () => {
    const member = await aMember(journey.shop)
    const [here, there] = [await signIn(mode, member), await signIn(mode, member)]
    await here.reload()
    await waitForHydration(here, mode)
    expect(await violations(here, mode)).toEqual([])
    await here.getByRole("link", { name: /^Sign out Chrome/ }).click()
    await here.getByRole("heading", { name: /^Sign out Chrome/ }).waitFor()
    await waitForHydration(here, mode)
    expect(await violations(here, mode)).toEqual([])
    await here.getByLabel("Your password").fill("wrong horse")
    await here.getByRole("button", { name: "Sign out", exact: true }).click()
    await here.getByRole("link", { name: "This is not your password" }).waitFor()
    await here.getByLabel("Your password").fill(PASSWORD)
    await here.getByRole("button", { name: "Sign out", exact: true }).click()
    await here.getByText("The device has been signed out").waitFor()
    await there.reload()
    expect(new URL(there.url()).pathname).toBe("/login")
    await here.reload()
    expect(new URL(here.url()).pathname).toBe("/account")
  })

  test("a member signs out everywhere else with their password, and changes the email address with it", async () => {
    const member = await aMember(journey.shop)
    const [here, there] = [await signIn(mode, member), await signIn(mode, member)]
    await here.reload()
    await waitForHydration(here, mode)
    await here.getByRole("link", { name: "Sign out all other devices" }).click()
    await here.waitForURL("**/account/devices")
    await waitForHydration(here, mode)
    expect(await violations(here, mode)).toEqual([])
    await here.getByLabel("Your password").fill(PASSWORD)
    await here.getByRole("button", { name: "Sign out all others" }).click()
    await here.getByText("All other devices have been signed out").waitFor()
    await there.reload()
    expect(new URL(there.url()).pathname).toBe("/login")
    await here.getByRole("link", { name: "Edit profile" }).click()
    await here.waitForURL("**/update")
    await waitForHydration(here, mode)
    await here.getByLabel("Email").fill(`moved-${mode.width}@shop.example`)
    await here.getByRole("button", { name: "Update" }).click()
    await here.getByRole("link", { name: "Please enter your password to change your email" }).click()
    await expect.poll(() => here.locator(":focus").getAttribute("name")).toBe("password")
    await expect.poll(() => here.getByLabel("Email").inputValue()).toBe(`moved-${mode.width}@shop.example`)
    expect(await violations(here, mode)).toEqual([])
    await here.getByLabel("Your password").fill(PASSWORD)
    await here.getByRole("button", { name: "Update" }).click()
    await here.waitForURL("**/account")
    await here.getByText(`moved-${mode.width}@shop.example`, { exact: true }).waitFor()
  })

  test("a member deletes their account, after a mistyped password", async () => {
    const page = await signIn(mode, await aMember(journey.shop))
    await page.getByRole("link", { name: "Delete account" }).click()
    await page.waitForURL("**/account/delete")
    expect(await violations(page, mode)).toEqual([])
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
