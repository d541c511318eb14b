import type { Page } from "playwright"
import { describe, expect, test } from "vitest"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { replaceProductImages } from "~/domain/media/product-images.server"
import { renderDrawing } from "~/domain/media/store-picture.server"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  pressStar,
  violations,
  waitForHydration,
} from "~/testing/browser/browser.server"
import { failOnScriptErrors, go } from "~/testing/browser/journey.server"
import { openStorefrontJourney } from "~/testing/browser/storefront-journey.server"
import { logIn } from "~/testing/pages/page-actions.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { aMember, anAdmin } from "~/testing/shop/people.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { openShopper } from "~/testing/shop/shopper.server"

const journey = openStorefrontJourney()

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText()

describe.each(browserModes)("buying", (mode) => {
  test(`a product is added to the cart; too many are refused, and the page says why, ${describeMode(mode)}`, async () => {
    const page = await journey.openPage(mode, `/product/${journey.idOf("walnut-chess-set")}`)
    expect(await heading(page)).toBe("Walnut Chess Set")
    const quantity = page.getByRole("spinbutton", { name: "Quantity of Walnut Chess Set" })
    if (mode.scripts) await page.getByRole("button", { name: "One more: Quantity of Walnut Chess Set" }).click()
    else await quantity.fill("2")
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Item added to cart").waitFor()
    await page.getByText("Cart, 2 items").waitFor({ state: "attached" })

    await quantity.evaluate((input: HTMLInputElement) => input.removeAttribute("max"))
    await quantity.fill("5000")
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Not added to the cart").waitFor()
    await expect.poll(() => quantity.inputValue()).toBe("5000")
    await page.context().close()
  })

  test(`a sold-out product cannot be added to the cart, ${describeMode(mode)}`, async () => {
    const admin = await anAdmin(journey.shop)
    const fields = { name: "Rare Thing", desc: "Gone.", category: "Gaming", price: 900, stock: 0 } as const
    const page = await journey.openPage(mode, `/product/${await publishProduct(journey.shop, admin, fields)}`)
    await page.getByText("Out of stock").waitFor()
    await expect.poll(() => page.getByRole("button", { name: "Add to cart" }).isDisabled()).toBe(true)
    await page.getByText("No reviews yet").waitFor()
    await page.context().close()
  })

  test(`a product that others have bought since the page was opened is reported as sold out, ${describeMode(mode)}`, async () => {
    const admin = await anAdmin(journey.shop)
    const fields = { name: "Last Thing", desc: "One left.", category: "Gaming", price: 900, stock: 1 } as const
    const id = await publishProduct(journey.shop, admin, fields)
    const page = await journey.openPage(mode, `/product/${id}`)
    await page.getByText("Only 1 left").waitFor()
    await moveStock(journey.shop, id, -1)
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Not added to the cart").waitFor()
    await page.getByText("Out of stock", { exact: true }).waitFor()
    await expect.poll(() => page.getByRole("button", { name: "Add to cart" }).isDisabled()).toBe(true)
    await page.context().close()
  })
})

describe.each(browserModes)("choosing a variant", (mode) => {
  const addButton = (page: Page) => page.getByRole("button", { name: "Add to cart" })
  const size = (page: Page, name: string) =>
    page.getByRole("group", { name: "Size" }).getByRole("radio", { name, exact: true })

  test(`a size is requested, shown, bought and named throughout, ${describeMode(mode)}`, async () => {
    const jacket = await addProductWithOptions(journey.shop, await anAdmin(journey.shop))
    const { context, page, member } = await openShopper(journey, mode, [])
    failOnScriptErrors(page)
    await go(page, mode, `/product/${jacket.id}`)
    await page.getByText("from $28.00").first().waitFor()
    expect(await violations(page, mode)).toEqual([])
    await page.getByRole("spinbutton").fill("2")
    await addButton(page).click()
    if (mode.scripts) await page.locator("input[name=option1]:focus:invalid").waitFor()
    else await page.locator("#option1:focus .field-error", { hasText: "Choose a size" }).waitFor()
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(0)

    if (mode.scripts) await page.getByText("L", { exact: true }).click()
    else await page.getByRole("link", { name: "L", exact: true }).click()
    await page.getByText("$32.00", { exact: true }).first().waitFor()
    await page.waitForURL(/\?option1=l$/)
    expect(await size(page, "L").isChecked()).toBe(true)
    if (mode.scripts) expect(await page.getByRole("spinbutton").inputValue()).toBe("2")
    await size(page, "S").check()
    await page.getByRole("radio", { name: "Indigo" }).check()
    if (mode.scripts) await page.getByText("Only 3 left").waitFor()
    await page.getByRole("spinbutton").fill("2")
    await addButton(page).click()
    await page.getByText("Item added to cart").waitFor()
    await page.waitForURL(/\?option1=s&option2=indigo$/)
    await page.getByText("Only 3 left").waitFor()
    await page.getByText("Cart, 2 items").waitFor({ state: "attached" })

    await go(page, mode, "/cart")
    await page.getByRole("link", { name: "Chore Jacket, S, Indigo" }).waitFor()
    await page.getByRole("button", { name: "Check out" }).click()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText("Chore Jacket, S, Indigo").waitFor()
    await page.getByRole("button", { name: "Proceed to payment" }).click()
    await page.getByLabel("Card number").fill("4242 4242 4242 4242")
    await page.getByLabel("Expiry date").fill("12/40")
    await page.getByLabel("Security code").fill("123")
    await page.getByRole("button", { name: /^Pay / }).click()
    await page.getByRole("heading", { level: 1, name: "Your Order has been Placed successfully" }).waitFor()
    const order = await journey.shop.db
      .selectFrom("order_lines")
      .innerJoin("orders", "orders.id", "order_id")
      .select(["order_id", "variant_id", "name"])
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ variant_id: jacket.variants["s-indigo"] ?? "", name: "Chore Jacket, S, Indigo" })
    await go(page, mode, `/order/${order.order_id}`)
    await page.getByRole("link", { name: "Chore Jacket, S, Indigo" }).click()
    await page.waitForURL(/\/chore-jacket\?option1=s&option2=indigo$/)
    await page.getByText("Only 1 left").waitFor()
    await context.close()
  })
})

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="#a86"/></svg>`

describe.each(browserModes)("viewing", (mode) => {
  test(`a picture is shown large, and then the product again, ${describeMode(mode)}`, async () => {
    const path = `/product/${journey.idOf("walnut-chess-set")}/walnut-chess-set`
    const { id: pictureId } = await renderDrawing(journey.shop, drawing)
    const images = [{ pictureId, alt: "A chess set from above" }]
    await journey.shop.transaction((tx) => replaceProductImages(tx, journey.idOf("walnut-chess-set"), images))
    const page = await journey.openPage(mode, path)
    const picture = page.getByRole("region", { name: "Pictures of Walnut Chess Set" }).getByRole("link").first()
    await picture.click()
    if (!mode.scripts) {
      await page.waitForURL(/\/media\/.*\.jpg$/)
      return page.context().close()
    }
    const dialog = page.getByRole("dialog", { name: "Walnut Chess Set" })
    await dialog.getByRole("img", { name: "A chess set from above" }).waitFor()
    expect(await violations(page, mode)).toEqual([])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await picture.press("Enter")
    await dialog.getByRole("button", { name: "Close" }).click()
    await dialog.waitFor({ state: "detached" })
    await expect.poll(() => picture.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe(path)
    await page.context().close()
  })
})

describe.each(browserModes)("reviewing", (mode) => {
  test(`a member writes a review and then replaces it, ${describeMode(mode)}`, async () => {
    const member = await aMember(journey.shop, { name: "Mary Shelley" })
    const [first = "", second = ""] = ["Heavy, and worth it.", "Heavier than I thought."].map(
      (words) => `${words} ${mode.width}`,
    )
    const page = await journey.openPage(mode, `/product/${journey.idOf("cast-iron-casserole")}`)
    const alerts: string[] = []
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message())
      dialog.accept()
    })
    await page.getByRole("link", { name: "Submit review" }).click()
    await page.waitForURL("**/login?**")
    await logIn(page, mode, member.email)
    await page.waitForURL("**/review**")
    await waitForHydration(page, mode)

    const dialog = page.getByRole("dialog", { name: "Submit review" })
    await dialog.getByLabel("Your comment").fill(first)
    await dialog.getByRole("button", { name: "Submit" }).click()
    await dialog.getByRole("link", { name: "Please choose a rating" }).waitFor()
    await expect.poll(() => dialog.getByLabel("Your comment").inputValue()).toBe(first)
    await pressStar(page, "4.5 stars")
    await dialog.getByRole("button", { name: "Submit" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByText(first).waitFor()

    await page.getByRole("link", { name: "Submit review" }).click()
    await expect.poll(() => dialog.getByLabel("Your comment").inputValue()).toBe(first)
    await dialog.getByLabel("Your comment").fill(second)
    await pressStar(page, "3 stars")
    await dialog.getByRole("button", { name: "Submit" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.getByText(second).waitFor()
    await expect.poll(() => page.getByText(first).count()).toBe(0)
    if (mode.scripts) expect(alerts).toEqual(["Please choose a rating", "New review added", "New review added"])
    else await page.getByText("New review added").waitFor()

    await page.getByRole("link", { name: "Submit review" }).click()
    await dialog.getByRole("link", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    await page.context().close()
  })
})

describe("with scripts", () => {
  const mode: BrowserMode = { scripts: true, width: 1280 }

  test("the cart counts a new product before the response arrives", async () => {
    const page = await journey.openPage(mode, `/product/${journey.idOf("feather-gaming-mouse")}`)
    let continueRequest = () => {}
    const seen = new Promise<void>((resolve) => {
      continueRequest = resolve
    })
    await page.route(/\/product\/.*\.data/, async (route) => {
      await seen
      await route.continue()
    })
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Cart, 1 item").waitFor({ state: "attached" })
    await expect.poll(() => page.getByText("Item added to cart").count()).toBe(0)
    continueRequest()
    await page.getByText("Item added to cart").waitFor()
    await page.getByText("Cart, 1 item").waitFor({ state: "attached" })
    await page.context().close()
  })

  test("a choice changes price, stock and address in place, and Back undoes it", async () => {
    const jacket = await addProductWithOptions(journey.shop, await anAdmin(journey.shop))
    const page = await journey.openPage(mode, `/product/${jacket.id}`)
    const radio = (name: string) => page.getByRole("radio", { name, exact: true })
    const isFocused = (name: string) => radio(name).evaluate((input) => input === document.activeElement)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const place = async () => (await page.getByRole("button", { name: "Add to cart" }).boundingBox())?.y
    const before = await place()

    await radio("S").check()
    await page.waitForURL(/\?option1=s$/)
    await radio("Indigo").press("Space")
    await page.waitForURL(/\?option1=s&option2=indigo$/)
    await page.getByText("Only 3 left").waitFor()
    await expect.poll(() => page.title()).toMatch(/^Chore Jacket, S, Indigo/)
    expect(await page.getByRole("spinbutton").getAttribute("max")).toBe("3")
    expect(await isFocused("Indigo")).toBe(true)

    await radio("S").focus()
    await page.keyboard.press("ArrowRight")
    await page.waitForURL(/option1=m/)
    await page.getByText("Out of stock").waitFor()
    await expect.poll(() => page.getByRole("button", { name: "Add to cart" }).isDisabled()).toBe(true)
    await page.keyboard.press("ArrowRight")
    await page.waitForURL(/option1=l/)
    await page.getByText("$32.00", { exact: true }).first().waitFor()
    expect(await isFocused("L")).toBe(true)
    expect(await place()).toBe(before)

    await page.goBack()
    await page.getByText("Only 3 left").waitFor()
    await expect.poll(() => radio("S").isChecked()).toBe(true)
    await page.goBack()
    await page.waitForURL(/\?option1=s$/)
    await expect.poll(() => radio("Indigo").isChecked()).toBe(false)
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true)
    await page.context().close()
  })

  test("large pictures follow one another, and are enlarged", async () => {
    const path = `/product/${journey.idOf("walnut-chess-set")}`
    const { id: pictureId } = await renderDrawing(journey.shop, drawing)
    const images = ["From above", "From the side"].map((alt) => ({ pictureId, alt }))
    await journey.shop.transaction((tx) => replaceProductImages(tx, journey.idOf("walnut-chess-set"), images))
    const page = await journey.openPage(mode, path)
    await page.getByRole("region", { name: "Pictures of Walnut Chess Set" }).getByRole("link").first().click()
    const dialog = page.getByRole("dialog", { name: "Walnut Chess Set" })
    const shown = dialog.getByRole("img", { name: /^From / })
    await dialog.getByRole("img", { name: "From above" }).waitFor()
    const whole = await shown.boundingBox()
    expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBeLessThanOrEqual(800)
    await dialog.getByRole("button", { name: "Next picture" }).click()
    await dialog.getByRole("img", { name: "From the side" }).waitFor()
    await page.keyboard.press("ArrowLeft")
    await dialog.getByRole("img", { name: "From above" }).waitFor()
    await dialog.getByRole("button", { name: "Enlarge the picture" }).click()
    await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(1.5 * (whole?.width ?? 0))
    expect(await violations(page, mode)).toEqual([])
    await page.route("**/lightbox-*.js", (route) => route.abort())
    await go(page, mode, path)
    await page.getByRole("region", { name: "Pictures of Walnut Chess Set" }).getByRole("link").first().click()
    // Without scripts the link leads to a picture.
    await page.waitForURL(/\/media\/.*\.jpg$/)
    await page.context().close()
  })

  test("a product page ends with recently viewed products, until they are deleted", async () => {
    const page = await journey.openPage(mode, `/product/${journey.idOf("gooseneck-kettle")}`)
    await go(page, mode, `/product/${journey.idOf("oxford-shirt")}`)
    await page.getByText("No reviews yet").scrollIntoViewIfNeeded()
    const strip = page.getByRole("list", { name: "Recently viewed" })
    await strip.getByRole("link", { name: /Gooseneck Kettle/ }).waitFor()
    expect(await strip.getByRole("link").count()).toBe(1)
    await page.getByRole("link", { name: "See all" }).click()
    await strip.getByRole("link", { name: /Oxford Shirt/ }).waitFor()
    await page.getByRole("button", { name: "Clear them" }).click()
    await page.getByText("Nothing yet").waitFor()
    await page.context().close()
  })
})
