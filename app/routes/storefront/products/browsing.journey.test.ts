import type { Page } from "playwright"
import { describe, expect, test } from "vitest"
import { setOptions } from "~/domain/catalog/variants/options.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  violations,
  waitForHydration,
} from "~/testing/browser/browser.server"
import { go } from "~/testing/browser/journey.server"
import { openStorefrontJourney } from "~/testing/browser/storefront-journey.server"
import { anAdmin } from "~/testing/shop/people.server"

const journey = openStorefrontJourney()

const products = (page: Page) => page.locator(".product-card-name").allInnerTexts()

/** Scripts turn it into a box with suggestions. */
const searchBox = (page: Page, { scripts }: BrowserMode) =>
  page.getByRole(scripts ? "combobox" : "searchbox", { name: "Search products" })

async function search(page: Page, mode: BrowserMode, keyword: string) {
  await searchBox(page, mode).fill(keyword)
  await searchBox(page, mode).press("Enter")
}

/** On a phone the filters are collapsed. */
async function openFilters(page: Page, { width }: BrowserMode) {
  if (width === 360) await page.locator("summary", { hasText: "Filters" }).click()
}

/** With scripts a change applies immediately; without, the button applies it. */
async function applyFilters(page: Page, { scripts }: BrowserMode) {
  if (!scripts) await page.getByRole("button", { name: "Apply filters" }).click()
}

async function sellInSizes(slug: string, sizes: Record<string, number>) {
  const [admin, id] = [await anAdmin(journey.shop), journey.idOf(slug)]
  const names = Object.keys(sizes)
  await setOptions(journey.shop, admin, id, [{ name: "Size", values: names.map((name) => ({ name })) }])
  const changes = names.map((name, position) => ({ values: [name], sold: true, stock: sizes[name], position }))
  await saveVariants(journey.shop, admin, id, changes)
}

describe.each(browserModes)("browsing", (mode) => {
  test(`a misspelt search finds its product; filters, chips, order and Back work, ${describeMode(mode)}`, async () => {
    const page = await journey.openPage(mode)
    await search(page, mode, "  walnt ")
    await page.waitForURL("**/products/walnt")
    await page.getByRole("heading", { level: 1, name: "Results for “walnt”" }).waitFor()
    await page.getByText("These are the results for “walnut”").waitFor()
    expect((await products(page))[0]).toContain("Walnut")

    await openFilters(page, mode)
    await page.getByRole("radio", { name: "Gaming" }).check()
    await applyFilters(page, mode)
    await page.waitForURL(/\/products\/walnt\?.*category=Gaming/)
    const chip = page.getByRole("link", { name: "Remove filter Gaming" })
    const chipTo = (path: string) => chip.and(page.locator(`[href="${path}"]`))
    await chip.waitFor()
    const gaming = await products(page)
    expect(gaming).toContain("Walnut Chess Set")

    await page.getByRole("link", { name: "Price, low to high" }).click()
    await page.waitForURL(/sort=price-asc/)
    // The address changes before the list does, and until then the link keeps the displayed order.
    await chipTo("/products/walnt?sort=price-asc").waitFor()
    expect([...(await products(page))].sort()).toEqual([...gaming].sort())
    await page.goBack()
    await chipTo("/products/walnt").click()
    await page.waitForURL("**/products/walnt")
    await page.context().close()
  })

  test(`the list can be paged to its end and back, ${describeMode(mode)}`, async () => {
    const page = await journey.openPage(mode, "/products")
    await page.getByText(`1–12 of ${journey.products} products`).waitFor()
    await page.getByRole("link", { name: "Last", exact: true }).click()
    await page.waitForURL("**/products?page=5")
    await page.getByText(`49–${journey.products} of ${journey.products} products`).waitFor()
    await page.getByRole("link", { name: "Prev" }).click()
    await page.waitForURL("**/products?page=4")
    await page.getByRole("link", { name: "1st" }).click()
    await page.waitForURL("**/products")
    await page.getByText(`1–12 of ${journey.products} products`).waitFor()
    await page.context().close()
  })

  test(`a price range shows the matching products, ${describeMode(mode)}`, async () => {
    const page = await journey.openPage(mode, "/products?category=Kitchen")
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

  test(`a size shows as many products as it counts, and Back restores the others, ${describeMode(mode)}`, async () => {
    await sellInSizes("court-sneakers", { 44: 3, 45: 2 })
    await sellInSizes("felt-slippers", { 43: 1, 45: 1 })
    const page = await journey.openPage(mode, "/products?category=Footwear")
    const all = await products(page)
    await openFilters(page, mode)
    const size = page.getByRole("group", { name: "Size" }).locator("label").filter({ hasText: /^ ?45/ })
    expect(await size.locator(".choice-list-count").innerText()).toBe("2")
    const named = await page.locator(".filter-form legend, .filter-form label[for='rating-slider']").allInnerTexts()
    expect(named.map((text) => text.split("\n")[0])).toEqual([
      "Category",
      "Price",
      expect.stringContaining("Ratings Above"),
      "Size",
    ])
    await size.getByRole("checkbox").check()
    await applyFilters(page, mode)
    await page.waitForURL((url) => url.searchParams.get("option") === "size=45")
    await page.getByRole("link", { name: "Remove filter Size: 45" }).waitFor()
    await page.getByText("2 products", { exact: true }).waitFor()
    expect((await products(page)).sort()).toEqual(["Court Sneakers", "Felt Slippers"])
    await page.goBack()
    await page.waitForURL((url) => url.search === "?category=Footwear")
    await expect.poll(() => products(page)).toEqual(all)
    await page.context().close()
  })

  test(`one letter finds names with a word that begins with it, ${describeMode(mode)}`, async () => {
    const page = await journey.openPage(mode, "/products")
    await search(page, mode, "w")
    await page.getByRole("heading", { level: 1, name: "Results for “w”" }).waitFor()
    const found = await products(page)
    expect(found).not.toEqual([])
    for (const name of found) expect(name).toMatch(/\bW/)
    await page.context().close()
  })

  test(`a search without results suggests corrections, ${describeMode(mode)}`, async () => {
    const page = await journey.openPage(mode, "/products")
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

describe("with scripts", () => {
  const mode: BrowserMode = { scripts: true, width: 1280 }
  const focused = (page: Page) => page.locator(":focus")

  test("text typed while a page is loading stays when it arrives", async () => {
    const page = await journey.openPage(mode, "/products/lamp")
    const arriving = page.waitForRequest("**/products/walnut.data*")
    let arrive = () => {}
    const typed = new Promise<void>((resolve) => (arrive = resolve))
    await page.route("**/products/walnut.data*", (route) => typed.then(() => route.continue()))
    await search(page, mode, "walnut")
    await arriving
    await searchBox(page, mode).fill("mug")
    arrive()
    await page.getByRole("heading", { level: 1, name: "Results for “walnut”" }).waitFor()
    expect(await searchBox(page, mode).inputValue()).toBe("mug")
    await searchBox(page, mode).press("Enter")
    await page.waitForURL("**/products/mug")
    await page.goBack()
    await expect.poll(() => searchBox(page, mode).inputValue()).toBe("walnut")
    await page.context().close()
  })

  test("Back undoes one filter after the other, and the fields follow", async () => {
    const page = await journey.openPage(mode, "/products")
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

  test("a filter changed just as the previous one arrives is a separate history entry", async () => {
    const page = await journey.openPage(mode, "/products")
    const rating = page.getByRole("slider", { name: "Ratings Above" })
    // The address changes before React renders the page for it.
    await rating.evaluate((slider: HTMLInputElement) => {
      const push = history.pushState
      history.pushState = (...step) => {
        history.pushState = push
        history.pushState(...step)
        slider.stepUp()
        for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type, { bubbles: true }))
      }
    })
    await page.getByRole("radio", { name: "Gaming" }).check()
    await page.waitForURL((url) => url.search === "?category=Gaming&ratings%5Bgte%5D=0.5")
    await page.goBack()
    await page.waitForURL("**/products?category=Gaming")
    await expect.poll(() => rating.inputValue()).toBe("0")
    await page.context().close()
  })

  test("filters that are applied again add no history entry", async () => {
    const page = await journey.openPage(mode, "/products?category=Gaming")
    const steps = await page.evaluate(() => history.length)
    const answered = page.waitForResponse(/\/products\.data/)
    await page.getByRole("button", { name: "Apply filters" }).click()
    await answered
    await page.waitForLoadState("networkidle")
    await expect.poll(() => page.evaluate(() => history.length)).toBe(steps)
    await page.context().close()
  })

  test("no page opens the right-click menu, nor does an error page", async () => {
    const page = await journey.openPage(mode)
    for (const path of ["/about", "/nowhere"]) {
      await go(page, mode, path)
      const event = () => new MouseEvent("contextmenu", { bubbles: true, cancelable: true })
      const blocked = `!document.body.dispatchEvent((${event})())`
      await expect.poll(() => page.evaluate(blocked)).toBe(true)
    }
    await page.context().close()
  })

  test("a filter ticked as soon as it appears is applied", async () => {
    const page = await journey.openPage(mode)
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

  test("a dragged slider is one history entry", async () => {
    const page = await journey.openPage(mode, "/products?category=Gaming")
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

  test("two price thumbs at the same end can be moved apart again", async () => {
    const page = await journey.openPage(mode, "/products?price%5Bgte%5D=25000")
    const lowest = page.getByRole("slider", { name: "Lowest price" })
    await page.evaluate(() => document.fonts.ready)
    await lowest.scrollIntoViewIfNeeded()
    const box = await lowest.boundingBox()
    if (!box) throw new Error("There is no slider")
    await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
    await page.mouse.up()
    await page.waitForURL((url) => Number(url.searchParams.get("price[gte]")) < 500)
    await page.context().close()
  })

  test("Back discards a change that is not applied yet", async () => {
    const page = await journey.openPage(mode, "/products")
    await page.getByRole("link", { name: "Next", exact: true }).click()
    await page.waitForURL("**/products?page=2")
    // The change and Back happen in one step, because a change waits for less than half a second, and the list for
    // longer.
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route("**/products.data", async (route) => {
      await arrived
      await route.continue()
    })
    await page.getByRole("radio", { name: "Gaming" }).evaluate((radio: HTMLInputElement) => {
      radio.click()
      history.back()
    })
    await page.waitForURL("**/products")
    await page.waitForTimeout(600)
    arrive()
    await page.getByText(/^1–12 of/).waitFor()
    await expect.poll(() => page.getByRole("radio", { name: "All" }).isChecked()).toBe(true)
    expect(new URL(page.url()).search).toBe("")

    // A filter whose list is still loading does not stay ticked either.
    await page.getByRole("link", { name: "Next", exact: true }).click()
    await page.waitForURL("**/products?page=2")
    await page.route(/products\.data.*category=Gaming/, () => {})
    const asked = page.waitForRequest(/products\.data.*category=Gaming/)
    await page.getByRole("radio", { name: "Gaming" }).check()
    await asked
    await page.evaluate(() => history.back())
    await page.waitForURL("**/products")
    await page.getByText(/^1–12 of/).waitFor()
    await expect.poll(() => page.getByRole("radio", { name: "All" }).isChecked()).toBe(true)
    await page.context().close()
  })

  test("focus moves to the count from a page link and a chip, and stays in a filter", async () => {
    const page = await journey.openPage(mode, "/products")
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
    const page = await journey.openPage(mode)
    const box = searchBox(page, mode)
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("false")
    let typed = () => {}
    const typing = new Promise<void>((resolve) => {
      typed = resolve
    })
    await page.route("**/assets/suggestions-*.js", async (route) => {
      await typing
      await route.continue()
    })
    await box.pressSequentially("ches")
    typed()
    const option = page.getByRole("option", { name: "Walnut Chess Set" })
    await option.waitFor()
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("true")
    expect(await violations(page, mode)).toEqual([])
    await box.press("Escape")
    await option.waitFor({ state: "hidden" })
    await expect.poll(() => box.getAttribute("aria-expanded")).toBe("false")
    expect(await violations(page, mode)).toEqual([])
    await box.fill("w")
    await page.getByRole("option", { name: /^w/i }).first().waitFor()
    await box.fill("chess")
    await page.getByRole("option", { name: "chess", exact: true }).waitFor()
    await box.press("ArrowDown")
    await expect
      .poll(() => page.getByRole("option", { name: "chess", exact: true }).getAttribute("aria-selected"))
      .toBe("true")
    await box.press("ArrowDown")
    await expect.poll(() => option.getAttribute("aria-selected")).toBe("true")
    await expect.poll(() => box.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"))
    const list = await page.getByRole("listbox", { name: "Suggestions" }).getAttribute("id")
    await expect.poll(() => box.getAttribute("aria-controls")).toBe(list)
    const composing = { key: "Enter", isComposing: true, bubbles: true, cancelable: true }
    const isLeftToInputMethod = await box.evaluate(
      (input, keys) => input.dispatchEvent(new KeyboardEvent("keydown", keys)),
      composing,
    )
    expect(isLeftToInputMethod).toBe(true)
    await box.press("Enter")
    await page.waitForURL(`**/product/${journey.idOf("walnut-chess-set")}/walnut-chess-set`)
    await page.context().close()
  })

  test("the search page lists this browser's recent searches, and deletes them on request", async () => {
    const page = await journey.openPage(mode, "/products/chess")
    await go(page, mode, "/search")
    await page.getByRole("heading", { name: "Your recent searches" }).waitFor()
    await page.getByRole("link", { name: "chess", exact: true }).waitFor()
    await page.getByRole("button", { name: "Clear them" }).click()
    await page.reload()
    await waitForHydration(page, mode)
    await expect.poll(() => page.getByRole("heading", { name: "Your recent searches" }).count()).toBe(0)
    await page.context().close()
  })
})
