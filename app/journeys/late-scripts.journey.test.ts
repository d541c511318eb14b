import { readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Page } from "playwright"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { type BrowserMode, openVisitor, pressStar, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { startBalancer } from "~/testing/processes/balancer.server"
import { openBuiltShop } from "~/testing/processes/built-shop.server"
import { addProduct } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { publishDemoProducts } from "~/testing/shop/published-products.server"
import { openShopper } from "~/testing/shop/shopper.server"

const mode: BrowserMode = { scripts: true, width: 1280 }
const SCRIPTS = "**/assets/*.js"

const journey = openJourney()
let tray: string
beforeEach(async () => {
  tray = await addProduct(journey.shop, { price: 5_000, stock: 10 })
})

const quantityOf = (page: Page) => page.getByLabel("Quantity of Walnut tray", { exact: true })

/** Holds every script back until it is released. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(SCRIPTS, async (route) => {
    await arrived
    await route.continue().catch(() => {})
  })
  return async () => {
    release()
    await waitForHydration(page, mode)
  }
}

const losses = {
  "never arrive": (page: Page) => page.route(SCRIPTS, (route) => route.abort()),
  "arrive by half": (page: Page) =>
    page.route(SCRIPTS, async (route) => {
      const whole = await readFile(join("build/client/assets", basename(new URL(route.request().url()).pathname)))
      await route.fulfill({ contentType: "text/javascript", body: whole.subarray(0, whole.length / 2) })
    }),
}

describe.each(Object.entries(losses))("scripts that %s", (_, lose) => {
  test("leave a cart whose quantities can be changed, and messages that cover nothing", async () => {
    const { context, page } = await openShopper(journey, mode, [{ variantId: tray, quantity: 2 }])
    await lose(page)
    await page.goto("/cart")
    await quantityOf(page).fill("3")
    await page.getByRole("button", { name: "Update", exact: true }).click()
    await page.getByText("$150.00").first().waitFor()
    const message = await page.getByText("Cart updated").boundingBox()
    const header = await page.getByRole("banner").boundingBox()
    expect(message?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
    await quantityOf(page).fill("4")
    await page.getByRole("button", { name: "Check out" }).click()
    await page.getByRole("heading", { name: "Shipping details" }).waitFor()
    await page.goto("/products")
    await page.getByRole("radio", { name: "Gaming" }).check()
    await page.getByRole("button", { name: "Apply filters" }).click()
    await page.waitForURL(/category=Gaming/)
    await page.goto("/cart")
    await expect.poll(() => quantityOf(page).inputValue()).toBe("4")
    await page.goto(`/product/${(await addProductWithOptions(journey.shop, await anAdmin(journey.shop))).id}`)
    await page.getByRole("link", { name: "S", exact: true }).click()
    await page.getByRole("radio", { name: "Indigo" }).check()
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Item added to cart").waitFor()
    await page.getByText("Only 3 left").waitFor()
    await context.close()
  })
})

describe("deferred scripts", () => {
  const isScript = (url: string) => new URL(url).pathname.endsWith(".js")
  const isPicture = (url: string) => new URL(url).pathname.startsWith("/media/")
  /** The only product of its category: its picture is the first, and the page waits for no other. */
  let camera: string

  beforeAll(async () => {
    camera = (await publishDemoProducts(journey.shop, 1))[0]?.name ?? ""
  })

  /** A product list whose pictures wait until they are released; `asked` lists the requested ones. */
  async function openWithoutPictures() {
    const page = await (await openVisitor(journey.browser, journey.url, mode)).newPage()
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.url()))
    let release = () => {}
    const pictures = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/media/**", async (route) => {
      await pictures
      await route.continue().catch(() => {})
    })
    // The page's own script, at its end, must have run to notice a key or a pointer.
    await page.goto("/products?category=Electronics", { waitUntil: "domcontentloaded" })
    await page.getByRole("link", { name: camera }).waitFor()
    await expect.poll(() => asked.some(isPicture)).toBe(true)
    return { page, asked, release }
  }

  test("no script is requested before the first picture has loaded, and none needs an interaction", async () => {
    const { page, asked, release } = await openWithoutPictures()
    const arrived: string[] = []
    page.on("requestfinished", (request) => arrived.push(request.url()))
    const scriptsBefore: boolean[] = []
    page.on("request", (request) => isScript(request.url()) && scriptsBefore.push(!arrived.some(isPicture)))
    // Longer than the page would wait to become idle
    await page.waitForTimeout(1_000)
    expect(asked.filter(isScript)).toEqual([])
    release()
    await waitForHydration(page, mode)
    expect(scriptsBefore.length).toBeGreaterThan(3)
    expect(scriptsBefore).not.toContain(true)
    await page.context().close()
  })

  test.each([
    ["a key", (page: Page) => page.keyboard.press("Tab")],
    ["a pointer", (page: Page) => page.mouse.move(100, 100, { steps: 3 })],
  ])("%s is a sign of a user, and the scripts load immediately", async (_, act) => {
    const { page, release } = await openWithoutPictures()
    await act(page)
    await waitForHydration(page, mode)
    release()
    await page.context().close()
  })

  test("a link and a form used before the scripts work without them", async () => {
    const { page } = await openWithoutPictures()
    await page.route(SCRIPTS, () => {})
    await page.getByRole("link", { name: camera }).click()
    await page.getByRole("heading", { level: 1, name: camera }).waitFor()
    await page.getByRole("button", { name: "Add to cart" }).click()
    await page.getByText("Item added to cart").waitFor()
    await page.context().close()
  })

  test("a link clicked while the scripts start is followed", async () => {
    const page = await (await openVisitor(journey.browser, journey.url, mode)).newPage()
    const failures: Error[] = []
    page.on("pageerror", (error) => failures.push(error))
    await page.addInitScript(pressWhenReactListens, "a.product-card")
    await page.goto("/products")
    await page.waitForURL(/\/product\//)
    await page.getByRole("button", { name: "Add to cart" }).waitFor()
    expect(failures).toEqual([])
    await page.context().close()
  })
})

describe("input before the scripts arrived", () => {
  test("a country chosen early shows its states, and Continue works", async () => {
    const { context, page, member } = await openShopper(journey, mode, [{ variantId: tray, quantity: 1 }])
    await journey.shop.db.updateTable("users").set({ shipping_info: null }).where("id", "=", member.id).execute()
    const release = await holdScripts(page)
    await page.goto("/shipping", { waitUntil: "commit" })
    await page.getByLabel("Address").fill("12 St James's Square")
    await page.getByLabel("Country").selectOption("AU")
    await release()
    await page.getByLabel("Suburb or city").fill("Fitzroy")
    await page.getByLabel("State").selectOption("VIC")
    await page.getByLabel("Post code").fill("3065")
    await page.getByLabel("Phone number").fill("0412 345 678")
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("heading", { name: "Confirm your order" }).waitFor()
    await page.getByText("12 St James's Square").waitFor()
    await context.close()
  })

  test("a filter ticked and a slider moved early are applied", async () => {
    const page = await (await openVisitor(journey.browser, journey.url, mode)).newPage()
    const release = await holdScripts(page)
    await page.goto("/products", { waitUntil: "commit" })
    await page.getByRole("radio", { name: "Gaming" }).check()
    await page.getByRole("slider", { name: "Ratings Above" }).press("ArrowRight")
    await page.getByRole("spinbutton", { name: "To" }).fill("900")
    await release()
    await page.waitForURL((url) => url.searchParams.get("category") === "Gaming")
    const { searchParams } = new URL(page.url())
    expect(searchParams.get("ratings[gte]")).toBe("0.5")
    expect(searchParams.get("price[lte]")).toBe("900")
    await page.getByText("0.5 and up").waitFor()
    await page.context().close()
  })

  test("a variant chosen early is shown", async () => {
    const { id } = await addProductWithOptions(journey.shop, await anAdmin(journey.shop))
    const page = await (await openVisitor(journey.browser, journey.url, mode)).newPage()
    const release = await holdScripts(page)
    await page.goto(`/product/${id}`, { waitUntil: "commit" })
    await page.getByRole("radio", { name: "S", exact: true }).check()
    await page.getByRole("radio", { name: "Indigo" }).check()
    await release()
    await page.waitForURL(/\?option1=s&option2=indigo$/)
    await page.getByText("Only 3 left").waitFor()
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(2)
    await page.context().close()
  })

  test("an edited review is not reset", async () => {
    const { context, page } = await openShopper(journey, mode, [])
    await page.goto(`/product/${tray}/review`)
    await waitForHydration(page, mode)
    page.on("dialog", (dialog) => dialog.accept())
    await pressStar(page, "4 stars")
    await page.getByLabel("Your comment").fill("Heavy.")
    await page.getByRole("button", { name: "Submit" }).click()
    await page.getByText("Heavy.").waitFor()
    const release = await holdScripts(page)
    await page.goto(`/product/${tray}/review`, { waitUntil: "commit" })
    await pressStar(page, "2 stars")
    await page.getByLabel("Your comment").fill("Heavier than I thought.")
    await release()
    await expect.poll(() => page.getByLabel("Your comment").inputValue()).toBe("Heavier than I thought.")
    await expect.poll(() => page.getByRole("radio", { name: "2 stars" }).isChecked()).toBe(true)
    await context.close()
  })

  test("a star clicked while the scripts start stays, and the page becomes interactive", async () => {
    const { context, page } = await openShopper(journey, mode, [])
    const failures: Error[] = []
    page.on("pageerror", (error) => failures.push(error))
    await page.addInitScript(pressWhenReactListens, 'input[name="rating"][value="4"]')
    await page.goto(`/product/${tray}/review`)
    await waitForHydration(page, mode)
    await expect.poll(() => page.getByRole("radio", { name: "4 stars" }).isChecked()).toBe(true)
    expect(failures).toEqual([])
    await context.close()
  })
})

/** Runs in the page. React listens on the document from its start, and handles earlier events later. */
function pressWhenReactListens(control: string) {
  const listen = document.addEventListener
  document.addEventListener = function (this: Document, ...listener: Parameters<typeof listen>) {
    if (listener[0] === "click") {
      document.addEventListener = listen
      queueMicrotask(() => document.querySelector<HTMLElement>(control)?.click())
    }
    listen.apply(this, listener)
  } as typeof listen
}

describe("with a latency of 800 ms", () => {
  const more = (page: Page) => page.getByRole("button", { name: "One more: Quantity of Walnut tray" }).click()
  /** Waits until the request has been sent, which may be before it has been handled here. */
  const moreSent = (page: Page) => Promise.all([page.waitForRequest(/cart\.data/), more(page)])
  const less = (page: Page) => page.getByRole("button", { name: "One less: Quantity of Walnut tray" }).click()

  /** Waits until nothing is pending, and late responses have arrived. */
  const quiet = (page: Page) => page.waitForTimeout(2_500)

  async function openCart() {
    const shopper = await openShopper(journey, mode, [{ variantId: tray, quantity: 2 }])
    await shopper.page.route("**/*.data*", async (route) => {
      await sleep(400)
      // An idle connection may just have been closed, and the visitor may leave the page during its request.
      const response = await route.fetch({ maxRetries: 3 }).catch(() => null)
      await sleep(400)
      await (response ? route.fulfill({ response }) : route.abort()).catch(() => {})
    })
    await shopper.page.goto("/cart")
    await waitForHydration(shopper.page, mode)
    return shopper
  }

  async function kept({ id }: { id: string }) {
    return (await readSavedCart(journey.shop, id)).map(({ quantity }) => quantity)
  }

  test("Check out includes the last click, however many responses are pending", async () => {
    const { context, page, member } = await openCart()
    await moreSent(page)
    await more(page)
    await page.getByRole("button", { name: "Check out" }).click()
    await page.getByRole("heading", { name: "Shipping details" }).waitFor()
    await page.getByText("× 4").waitFor()
    await quiet(page)
    expect(new URL(page.url()).pathname).toBe("/shipping")
    await expect.poll(() => kept(member)).toEqual([4])
    await context.close()
  })

  test("navigating away keeps the last click, and nothing navigates back", async () => {
    const { context, page, member } = await openCart()
    await more(page)
    await page.getByRole("link", { name: "About" }).first().click()
    await page.getByRole("heading", { level: 1, name: /^About/ }).waitFor()
    await quiet(page)
    expect(new URL(page.url()).pathname).toBe("/about")
    await expect.poll(() => kept(member)).toEqual([3])
    await context.close()
  })

  test("a click that undoes the one before it wins, and so does one just before the window is closed", async () => {
    const { context, page, member } = await openCart()
    await moreSent(page)
    await less(page)
    await quiet(page)
    await expect.poll(() => quantityOf(page).inputValue()).toBe("2")
    await expect.poll(() => kept(member)).toEqual([2])
    await more(page)
    await page.goto("about:blank")
    await expect.poll(() => kept(member)).toEqual([3])
    await context.close()
  })
})

test("a shop whose files come from a CDN looks and works the same, and requests none of them from its own server", async () => {
  const cdn = await startBalancer()
  const other = await openBuiltShop({ env: { ASSET_BASE_URL: cdn.url }, beside: journey })
  cdn.add(Number(new URL(other.url).port))
  const [product] = await publishDemoProducts(journey.shop, 1)
  const context = await openVisitor(journey.browser, other.url, mode)
  try {
    const page = await context.newPage()
    const [files, errors]: [string[], string[]] = [[], []]
    page.on("request", (request) => {
      if (/\/(assets|media)\//.test(request.url())) files.push(request.url())
    })
    page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())))
    page.on("pageerror", (error) => void errors.push(error.message))
    await page.goto("/products")
    await waitForHydration(page, mode)
    const [name = ""] = [product?.name]
    const picture = page.locator('img[src*="/media/"]').first()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole("link", { name }).first().click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await expect.poll(() => page.evaluate(() => document.fonts.check("16px Newsreader"))).toBe(true)
    expect(files.filter((url) => !url.startsWith(cdn.url))).toEqual([])
    const kinds = files.map((url) => /\.\w+$/.exec(url)?.[0])
    expect(kinds).toEqual(expect.arrayContaining([".css", ".js", ".woff2", ".avif"]))
    expect(errors).toEqual([])
  } finally {
    await context.close()
    await other.close()
    await cdn.close()
  }
})
