import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { publishProduct, softDeleteProduct, updateProduct } from "~/domain/catalog/products.server"
import { replaceProductImages } from "~/domain/media/product-images.server"
import { renderDrawing } from "~/domain/media/store-picture.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  openBrowser,
  openVisitor,
  pressStar,
  violations,
  waitForHydration,
} from "~/testing/browser.server"
import { type BuiltShop, openBuiltShop } from "~/testing/built-shop.server"
import { insertDemoProducts } from "~/testing/demo-products.server"
import { aMember, anAdmin, PASSWORD } from "~/testing/people.server"

let built: BuiltShop
let browser: Browser
let ids: Map<string, string>

beforeAll(async () => {
  ;[built, browser] = await Promise.all([openBuiltShop(), openBrowser()])
  ids = await insertDemoProducts(built.shop)
})

afterAll(async () => {
  await browser?.close()
  await built?.close()
})

const idOf = (slug: string) => ids.get(slug) ?? ""

/** A page of a visitor's own, whose script errors fail the test. */
async function openPage(mode: BrowserMode, path = "/") {
  const visitor = await openVisitor(browser, built.url, mode)
  const page = await visitor.newPage()
  page.on("pageerror", (error) => {
    throw error
  })
  await go(page, mode, path)
  return page
}

async function go(page: Page, mode: BrowserMode, path: string) {
  await page.goto(path)
  await waitForHydration(page, mode)
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).innerText()
const products = (page: Page) => page.locator(".product-card-name").allInnerTexts()

/** Scripts make a box with suggestions of it. */
const searchBox = (page: Page, { scripts }: BrowserMode) =>
  page.getByRole(scripts ? "combobox" : "searchbox", { name: "Search products" })

async function search(page: Page, mode: BrowserMode, keyword: string) {
  await searchBox(page, mode).fill(keyword)
  await searchBox(page, mode).press("Enter")
}

/** On a phone the filters are folded up. */
async function openFilters(page: Page, { width }: BrowserMode) {
  if (width === 360) await page.locator("summary", { hasText: "Filters" }).click()
}

/** With scripts a change applies itself; without, the button does. */
async function applyFilters(page: Page, { scripts }: BrowserMode) {
  if (!scripts) await page.getByRole("button", { name: "Apply filters" }).click()
}

describe.each(browserModes)("browsing", (mode) => {
  test(`a misspelt search finds its product; filters, chips, order and Back work, ${describeMode(mode)}`, async () => {
    const page = await openPage(mode)
    await search(page, mode, "  walnt ")
    await page.waitForURL("**/products/walnt")
    await page.getByRole("heading", { level: 1, name: "Results for “walnt”" }).waitFor()
    await page.getByText("These are the results for “walnut”").waitFor()
    expect((await products(page))[0]).toContain("Walnut")

    await openFilters(page, mode)
    await page.getByRole("radio", { name: "Gaming" }).check()
    await applyFilters(page, mode)
    await page.waitForURL(/\/products\/walnt\?.*category=Gaming/)
    await page.getByRole("link", { name: "Remove filter Gaming" }).waitFor()
    const gaming = await products(page)
    expect(gaming).toContain("Walnut Chess Set")

    await page.getByRole("link", { name: "Price, low to high" }).click()
    await page.waitForURL(/sort=price-asc/)
    expect([...(await products(page))].sort()).toEqual([...gaming].sort())
    await page.goBack()
    // The address changes before the list does, and until then the link keeps the order that is shown.
    const chip = page.getByRole("link", { name: "Remove filter Gaming" })
    await chip.and(page.locator('[href="/products/walnt"]')).click()
    await page.waitForURL("**/products/walnt")
    await page.context().close()
  })

  test(`the list is paged to its end and back, ${describeMode(mode)}`, async () => {
    const page = await openPage(mode, "/products")
    await page.getByText(`1–12 of ${ids.size} products`).waitFor()
    await page.getByRole("link", { name: "Last", exact: true }).click()
    await page.waitForURL("**/products?page=5")
    await page.getByText(`49–${ids.size} of ${ids.size} products`).waitFor()
    await page.getByRole("link", { name: "Prev" }).click()
    await page.waitForURL("**/products?page=4")
    await page.getByRole("link", { name: "1st" }).click()
    await page.waitForURL("**/products")
    await page.getByText(`1–12 of ${ids.size} products`).waitFor()
    await page.context().close()
  })

  test(`a price range leaves what it says, ${describeMode(mode)}`, async () => {
    const page = await openPage(mode, "/products?category=Kitchen")
    await openFilters(page, mode)
    await page.getByRole("spinbutton", { name: "To" }).fill("40")
    await page.getByRole("spinbutton", { name: "To" }).blur()
    await applyFilters(page, mode)
    await page.getByRole("link", { name: "Remove filter Up to $40.00" }).waitFor()
    const prices = await page
      .locator(".product-card-price data")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))))
    expect(prices.length).toBeGreaterThan(0)
    expect(Math.max(...prices)).toBeLessThanOrEqual(40)
    await page.context().close()
  })

  test(`a search for nothing asks what was meant, ${describeMode(mode)}`, async () => {
    const page = await openPage(mode, "/products")
    await search(page, mode, "wlanut xqzyv")
    await page.getByText("No products found for “wlanut xqzyv”").waitFor()
    await page.getByRole("link", { name: "walnut", exact: true }).click()
    await page.waitForURL("**/products/walnut")
    expect((await products(page))[0]).toContain("Walnut")
    await search(page, mode, "   ")
    await page.waitForURL("**/products")
    await page.context().close()
  })
})

describe.each(browserModes)("buying", (mode) => {
  test(`a product goes into the cart; too many do not, and the page says why, ${describeMode(mode)}`, async () => {
    const page = await openPage(mode, `/product/${idOf("walnut-chess-set")}`)
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

  test(`what is sold out cannot be put in the cart, ${describeMode(mode)}`, async () => {
    const admin = await anAdmin(built.shop)
    const fields = { name: "Rare Thing", desc: "Gone.", category: "Gaming", price: 900, stock: 0 } as const
    const page = await openPage(mode, `/product/${await publishProduct(built.shop, admin, fields)}`)
    await page.getByText("Out of stock").waitFor()
    await expect.poll(() => page.getByRole("button", { name: "Add to cart" }).isDisabled()).toBe(true)
    await page.getByText("No reviews yet").waitFor()
    await page.context().close()
  })
})

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="#a86"/></svg>`

describe.each(browserModes)("looking", (mode) => {
  test(`a picture is shown large, and the product is there again afterwards, ${describeMode(mode)}`, async () => {
    const path = `/product/${idOf("walnut-chess-set")}/walnut-chess-set`
    const { id: pictureId } = await renderDrawing(built.shop, drawing)
    const images = [{ pictureId, alt: "A chess set from above" }]
    await built.shop.transaction((tx) => replaceProductImages(tx, idOf("walnut-chess-set"), images))
    const page = await openPage(mode, path)
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
  test(`a member writes a review and then another in its place, ${describeMode(mode)}`, async () => {
    const member = await aMember(built.shop, { name: "Mary Shelley" })
    const [first = "", second = ""] = ["Heavy, and worth it.", "Heavier than I thought."].map(
      (words) => `${words} ${mode.width}`,
    )
    const page = await openPage(mode, `/product/${idOf("cast-iron-casserole")}`)
    const alerts: string[] = []
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message())
      dialog.accept()
    })
    await page.getByRole("link", { name: "Submit review" }).click()
    await page.waitForURL("**/login?**")
    await page.getByLabel("Email").fill(member.email)
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await page.getByRole("button", { name: "Login" }).click()
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
  const focused = (page: Page) => page.locator(":focus")

  test("Back undoes one filter after the other, and the fields show it", async () => {
    const page = await openPage(mode, "/products")
    const gaming = page.getByRole("radio", { name: "Gaming" })
    const rating = page.getByRole("slider", { name: "Ratings Above" })
    const highest = page.getByRole("spinbutton", { name: "To" })
    await gaming.check()
    await page.waitForURL("**/products?category=Gaming")
    await rating.press("ArrowRight")
    await page.waitForURL((url) => url.search === "?category=Gaming&ratings%5Bgte%5D=0.5")
    await highest.fill("900")
    await highest.blur()
    await page.waitForURL((url) => url.searchParams.get("price[lte]") === "900")

    await page.goBack()
    await page.waitForURL((url) => url.search === "?category=Gaming&ratings%5Bgte%5D=0.5")
    await expect.poll(() => highest.inputValue()).toBe("25000")
    await expect.poll(() => rating.inputValue()).toBe("0.5")
    await page.goBack()
    await page.waitForURL("**/products?category=Gaming")
    await expect.poll(() => rating.inputValue()).toBe("0")
    await expect.poll(() => gaming.isChecked()).toBe(true)
    await page.goBack()
    await page.waitForURL("**/products")
    await expect.poll(() => page.getByRole("radio", { name: "All" }).isChecked()).toBe(true)
    await page.goForward()
    await page.waitForURL("**/products?category=Gaming")
    await expect.poll(() => gaming.isChecked()).toBe(true)
    await page.context().close()
  })

  test("filters that are applied once more leave no second step back", async () => {
    const page = await openPage(mode, "/products?category=Gaming")
    const steps = await page.evaluate(() => history.length)
    const answered = page.waitForResponse(/\/products\.data/)
    await page.getByRole("button", { name: "Apply filters" }).click()
    await answered
    await page.waitForLoadState("networkidle")
    await expect.poll(() => page.evaluate(() => history.length)).toBe(steps)
    await page.context().close()
  })

  test("the cart counts what is put into it before the answer is there", async () => {
    const page = await openPage(mode, `/product/${idOf("feather-gaming-mouse")}`)
    let letThrough = () => {}
    const seen = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(/\/product\/.*\.data/, async (route) => {
      await seen
      await route.continue()
    })
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Cart, 1 item").waitFor({ state: "attached" })
    await expect.poll(() => page.getByText("Item added to cart").count()).toBe(0)
    letThrough()
    await page.getByText("Item added to cart").waitFor()
    await page.getByText("Cart, 1 item").waitFor({ state: "attached" })
    await page.context().close()
  })

  test("large pictures follow one another, and are enlarged", async () => {
    const path = `/product/${idOf("walnut-chess-set")}`
    const { id: pictureId } = await renderDrawing(built.shop, drawing)
    const images = ["From above", "From the side"].map((alt) => ({ pictureId, alt }))
    await built.shop.transaction((tx) => replaceProductImages(tx, idOf("walnut-chess-set"), images))
    const page = await openPage(mode, path)
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
    await page.context().close()
  })

  test("no page has the right-click menu, nor has an error page", async () => {
    const page = await openPage(mode)
    for (const path of ["/about", "/nowhere"]) {
      await go(page, mode, path)
      const event = () => new MouseEvent("contextmenu", { bubbles: true, cancelable: true })
      const blocked = `!document.body.dispatchEvent((${event})())`
      await expect.poll(() => page.evaluate(blocked)).toBe(true)
    }
    await page.context().close()
  })

  test("a filter that is ticked as soon as it is there is applied", async () => {
    const page = await openPage(mode)
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const gaming = document.querySelector<HTMLInputElement>('.filter-form input[value="Gaming"]')
        if (!gaming) return
        observer.disconnect()
        gaming.click()
      }).observe(document.body, { childList: true, subtree: true })
    })
    await search(page, mode, "walnut")
    await page.waitForURL(/\/products\/walnut\?.*category=Gaming/)
    await page.context().close()
  })

  test("however long a slider is dragged, it is one step back", async () => {
    const page = await openPage(mode, "/products?category=Gaming")
    const slider = page.getByRole("slider", { name: "Ratings Above" })
    await page.evaluate(() => document.fonts.ready)
    await slider.scrollIntoViewIfNeeded()
    const box = await slider.boundingBox()
    if (!box) throw new Error("There is no slider")
    const across = (part: number) => page.mouse.move(box.x + box.width * part, box.y + box.height / 2)
    const rated = (stars: string) => page.waitForURL((url) => url.searchParams.get("ratings[gte]") === stars)
    await across(0.02)
    await page.mouse.down()
    await across(0.4)
    await rated("2")
    await across(0.6)
    await rated("3")
    await across(0.8)
    await page.mouse.up()
    await rated("4")
    await page.goBack()
    await page.waitForURL("**/products?category=Gaming")
    await expect.poll(() => slider.inputValue()).toBe("0")
    await page.context().close()
  })

  test("Back takes a change with it that is not applied yet", async () => {
    const page = await openPage(mode, "/products")
    await page.getByRole("link", { name: "Next", exact: true }).click()
    await page.waitForURL("**/products?page=2")
    // In one step, however slow the machine: a change waits for less than half a second.
    await page.getByRole("radio", { name: "Gaming" }).evaluate((radio: HTMLInputElement) => {
      radio.click()
      history.back()
    })
    await page.waitForURL("**/products")
    await expect.poll(() => page.getByRole("radio", { name: "All" }).isChecked()).toBe(true)
    await page.waitForTimeout(600)
    expect(new URL(page.url()).search).toBe("")
    await page.context().close()
  })

  test("focus follows to the count from a page link and a chip, and stays in a filter", async () => {
    const page = await openPage(mode, "/products")
    for (const [link, words] of [
      ["Next", /^13–24 of \d+ products$/],
      ["Last", /^\d+–(\d+) of \1 products$/],
    ] as const) {
      await page.getByRole("link", { name: link, exact: true }).press("Enter")
      await expect.poll(() => focused(page).innerText()).toMatch(words)
    }
    const kitchen = page.getByRole("radio", { name: "Kitchen" })
    await kitchen.check()
    const chip = page.getByRole("link", { name: "Remove filter Kitchen" })
    await chip.waitFor()
    await expect.poll(() => kitchen.evaluate((radio) => radio === document.activeElement)).toBe(true)
    await chip.press("Enter")
    await chip.waitFor({ state: "detached" })
    await expect.poll(() => focused(page).innerText()).toMatch(/^1–12 of \d+ products$/)
    expect(await violations(page, mode)).toEqual([])
    await page.context().close()
  })

  test("suggestions appear while typing, and the arrow keys lead to them", async () => {
    const page = await openPage(mode)
    const box = searchBox(page, mode)
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("false")
    await box.pressSequentially("ches")
    const option = page.getByRole("option", { name: "Walnut Chess Set" })
    await option.waitFor()
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("true")
    expect(await violations(page, mode)).toEqual([])
    await box.press("Escape")
    await option.waitFor({ state: "hidden" })
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("false")
    expect(await violations(page, mode)).toEqual([])
    await box.press("s")
    await option.waitFor()
    await box.press("ArrowDown")
    await expect
      .poll(() => page.getByRole("option", { name: "chess", exact: true }).getAttribute("aria-selected"))
      .toBe("true")
    await box.press("ArrowDown")
    await expect.poll(() => option.getAttribute("aria-selected")).toBe("true")
    await expect.poll(() => box.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"))
    const list = await page.getByRole("listbox", { name: "Suggestions" }).getAttribute("id")
    await expect.poll(() => box.getAttribute("aria-controls")).toBe(list)
    await box.press("Enter")
    await page.waitForURL(`**/product/${idOf("walnut-chess-set")}/walnut-chess-set`)
    await page.context().close()
  })

  test("the search page remembers what this browser searched for, and forgets it when asked", async () => {
    const page = await openPage(mode, "/products/chess")
    await go(page, mode, "/search")
    await page.getByRole("heading", { name: "Your recent searches" }).waitFor()
    await page.getByRole("link", { name: "chess", exact: true }).waitFor()
    await page.getByRole("button", { name: "Clear them" }).click()
    await page.reload()
    await waitForHydration(page, mode)
    await expect.poll(() => page.getByRole("heading", { name: "Your recent searches" }).count()).toBe(0)
    await page.context().close()
  })

  test("a product's page ends with what this browser showed before, until that is forgotten", async () => {
    const page = await openPage(mode, `/product/${idOf("gooseneck-kettle")}`)
    await go(page, mode, `/product/${idOf("oxford-shirt")}`)
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

describe("accessibility", () => {
  const everyWay: BrowserMode[] = [
    ...browserModes,
    { scripts: true, width: 360, dark: true },
    { scripts: false, width: 1280, dark: true },
  ]

  test.each(everyWay)("axe finds nothing on any page of the storefront: %o", async (mode) => {
    const admin = await anAdmin(built.shop)
    const member = await aMember(built.shop)
    const casserole = idOf("cast-iron-casserole")
    await leaveReview(built.shop, member, { productId: casserole, rating: 4, comment: "Good." })
    for (const compareAtPrice of [null, 23_500]) await updateProduct(built.shop, admin, casserole, { compareAtPrice })
    const fields = { name: "Passing Fancy", desc: "Gone.", category: "Gaming", price: 900, stock: 3 } as const
    const gone = await publishProduct(built.shop, admin, fields)
    await softDeleteProduct(built.shop, admin, gone)
    const page = await openPage(mode, "/login")
    await page.getByLabel("Email").fill(member.email)
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await page.getByRole("button", { name: "Login" }).click()
    await page.waitForURL("**/account")
    for (const path of [
      "/",
      "/products",
      "/products/hedphones",
      "/products/walnut?category=Gaming&price[lte]=200&ratings[gte]=0",
      "/products/chess?category=Kitchen",
      "/products/wlanut%20xqzyv",
      "/products?page=900",
      `/product/${casserole}`,
      `/product/${casserole}/review`,
      `/product/${gone}`,
      "/product/nothing",
      "/search",
      "/recently-viewed",
      "/contact",
      "/about",
      "/shipping-and-returns",
      "/privacy",
      "/imprint",
      "/nowhere",
    ]) {
      await page.goto(path)
      // The error page has nothing that scripts would make live.
      if (path !== "/nowhere") await waitForHydration(page, mode)
      expect(await violations(page, mode), path).toEqual([])
      const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(overflows, `${path} is wider than the screen`).toBe(false)
    }
    await page.context().close()
  })
})
