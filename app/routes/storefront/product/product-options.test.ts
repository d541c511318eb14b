import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { replaceProductImages } from "~/domain/media/product-images.server"
import { renderDrawing } from "~/domain/media/store-picture.server"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { getAnonymously, isShared, openCacheTest, queriesFor } from "~/testing/pages/cached-responses.server"
import { pageText } from "~/testing/pages/page-text"
import { addBuyer, moveStock } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"

const here = openCacheTest()
let jacket: Awaited<ReturnType<typeof addProductWithOptions>>
let path: string
let admin: Staff
let shopper: TestBrowser
beforeAll(async () => {
  admin = await anAdmin(here.shop)
})
beforeEach(async () => {
  jacket = await addProductWithOptions(here.shop, admin)
  path = `/product/${jacket.id}/chore-jacket`
  shopper = here.visitor()
})

const html = async (query = "") => (await getAnonymously(here, path + query)).text()
const words = async (query = "") => pageText(await html(query))
const add = (fields: Record<string, string>, query = "") =>
  shopper.post(path + query, { product: jacket.id, quantity: "2", ...fields })
/** Without the first choices, which choose nothing */
const radiosOf = (page: string) =>
  [...page.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([input]) => input).filter((input) => input.includes(" id="))
/** The text of each radio button's label */
const labelsOf = (page: string) =>
  [...page.matchAll(/<label class="option-value"[^>]*><input[^>]*type="radio"[^>]*> (.*?)<\/label>/gs)].map(
    ([, label = ""]) => label.replace(/<[^>]+>/g, ""),
  )
/** The slugs whose radio button is selected */
const pressed = (page: string) =>
  radiosOf(page)
    .filter((input) => /\schecked=/.test(input))
    .map((input) => /value="([^"]*)"/.exec(input)?.[1])

describe("the page of a product with options", () => {
  test("has a group of radio buttons for each option, with an address for each value, and none selected", async () => {
    const page = await html()
    expect([...page.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, legend]) => legend)).toEqual(["Size", "Colour"])
    const radios = radiosOf(page).map((input) => /id="(\w+-\w+)"/.exec(input)?.[1])
    expect(radios).toEqual(["option1-s", "option1-m", "option1-l", "option2-indigo", "option2-ecru"])
    expect(pressed(page)).toEqual([])
    expect(pageText(page)).toMatch(/Size Choose a size S .*Colour Choose a colour Indigo/)
    expect(radiosOf(page).filter((input) => !input.includes(' required=""'))).toEqual([])
    for (const query of ["option1=s", "option1=m", "option1=l", "option2=indigo", "option2=ecru"])
      expect(page).toContain(`href="${path}?${query}"`)
    expect(pageText(page)).toContain("from $28.00 In stock")
    expect(page).toContain(`max="33"`)
  })

  test("shows a partial choice, and the availability of each value", async () => {
    const page = await html("?option1=m")
    expect(pressed(page)).toEqual(["m"])
    expect(labelsOf(page)).toEqual(["S", "M, sold out", "L", "Indigo, sold out", "Ecru, not available in M"])
    expect(page).toContain(`href="${path}?option1=m&amp;option2=ecru"`)
    expect(await words("?option2=indigo")).toContain("from $28.00 In stock")
    expect(await words("?option1=l")).toContain("0 reviews $32.00 In stock")
  })

  test("shows price, stock and largest quantity of a variant, and names it in the title, but not in the canonical address", async () => {
    const page = await html("?option1=s&option2=indigo")
    expect(pressed(page)).toEqual(["s", "indigo"])
    expect(pageText(page)).toContain("$28.00 Only 3 left")
    expect(page).toContain(`max="3"`)
    expect(page).toMatch(/<title>Chore Jacket, S, Indigo/)
    expect(page).toMatch(new RegExp(`rel="canonical" href="[^"]*${path}"`))
    expect(await words("?option1=l&option2=ecru")).toContain("0 reviews $32.00 In stock")
  })

  test("says that a variant is sold out or does not exist, and lets another be added to the cart", async () => {
    expect(await words("?option1=m&option2=indigo")).toContain("Out of stock")
    const page = await html("?option1=m&option2=ecru")
    expect(pageText(page)).toContain("Not available in M, Ecru")
    expect(labelsOf(page)).toEqual([
      "S",
      "M, not available in Ecru",
      "L",
      "Indigo, sold out",
      "Ecru, not available in M",
    ])
    expect(page).not.toMatch(/<button[^>]*disabled[^>]*>[^<]*<svg[^>]*>.{0,80}Add to cart/)
    expect((await add({ option1: "s", option2: "ecru" }, "?option1=m&option2=ecru")).status).toBe(303)
  })

  test("shows the picture of the choice first, with the same number of pictures", async () => {
    const drawing = (fill: string) =>
      renderDrawing(
        here.shop,
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${fill}"/></svg>`,
      )
    const [front, back, indigo] = [await drawing("#aaa"), await drawing("#bbb"), await drawing("#224")]
    const images = [front, back].map(({ id }) => ({ pictureId: id, alt: id }))
    await here.shop.transaction((tx) => replaceProductImages(tx, jacket.id, images))
    await here.shop.db
      .updateTable("variants")
      .set({ picture_id: indigo.id })
      .where("product_id", "=", jacket.id)
      .where("title", "like", "%Indigo")
      .execute()
    const shown = (page: string) =>
      [...(/gallery-strip">(.*?)<\/ul>/s.exec(page)?.[1] ?? "").matchAll(/href="[^"]*\/media\/([0-9a-f]{32})/g)].map(
        ([, key]) => key,
      )
    expect(shown(await html())).toEqual([front.key, back.key])
    expect(shown(await html("?option2=indigo"))).toEqual([indigo.key, back.key])
    expect(shown(await html("?option1=s&option2=indigo"))).toEqual([indigo.key, back.key])
    expect(shown(await html("?option2=ecru"))).toEqual([front.key, back.key])
  })

  test("keeps the choice in the links of its reviews", async () => {
    expect(await html("?option1=m&sort=lowest")).toContain(
      `href="${path}?option1=m&amp;option2=indigo&amp;sort=lowest"`,
    )
  })

  test("keeps the choice while a review is written", async () => {
    const query = "?option1=s&option2=indigo"
    expect(await html(query)).toContain(`href="${path}/review?option1=s&amp;option2=indigo#review"`)
    expect(await html()).toContain(`href="${path}/review#review"`)
    const member = await here.signedIn(await addBuyer(here.shop))
    const form = await (await member.get(`${path}/review${query}`)).text()
    expect(form).toContain(`href="${path}?option1=s&amp;option2=indigo#reviews"`)
    const review = { productId: jacket.id, rating: "4", comment: "Fits." }
    const send = async (fields: object) =>
      (await member.post(`${path}/review${query}`, { ...review, ...fields })).headers.get("Location")
    expect(await send({})).toBe(`${path}${query}#reviews`)
    expect(await send({ scripts: "on" })).toBe(`${path}/review${query}&added=`)
  })

  test("preselects single values", async () => {
    const plain = await addProductWithOptions(here.shop, admin, {
      name: "Belt",
      options: { Size: ["90", "100"], Colour: ["Black"] },
      variants: { "90, Black": {}, "100, Black": {} },
    })
    const page = await (await getAnonymously(here, `/product/${plain.id}/belt`)).text()
    expect(pressed(page)).toEqual(["black"])
    expect(
      (await shopper.post(`/product/${plain.id}/belt`, { product: plain.id, quantity: 1, option1: "90" })).status,
    ).toBe(303)
    const one = await addProductWithOptions(here.shop, admin, {
      name: "Sash",
      options: { Size: ["90", "100"] },
      variants: { "90": {} },
    })
    const refused = await shopper.post(`/product/${one.id}/sash`, { product: one.id, quantity: 1 })
    expect(refused.status).toBe(400)
    expect(pressed(await refused.text())).toEqual([])
  })
})

describe("the address of a choice", () => {
  test.each([
    ["?option1=xxl", ""],
    ["?option1=S", ""],
    ["?option3=s", ""],
    ["?option1=indigo&option2=s", ""],
    ["?option1=s&option2=mauve", "?option1=s"],
    ["?option1=%3Cscript%3E&option2=ecru&sort=lowest", "?option2=ecru&sort=lowest"],
  ])("%s, which names unknown options, redirects to %s", async (query, known) => {
    for (const browser of [here.visitor(), await here.signedIn(await addBuyer(here.shop))]) {
      const answer = await browser.get(path + query)
      expect([answer.status, answer.headers.get("Location")]).toEqual([301, path + known])
    }
  })

  test.each([
    ["too long", `?option1=${"s".repeat(900)}`, ""],
    ["empty", "?option1=&option2=ecru", "?option2=ecru"],
    ["of several words", "?option1=a%20b&option4=s", ""],
    ["repeated", "?option1=s&option1=m", "?option1=s"],
  ])("with the value %s is read as one without it", async (_, query, read) => {
    expect(await html(query)).toBe(await html(read))
  })

  test("of a product without options is that of the product", async () => {
    const answer = await getAnonymously(here, `${here.page}?option1=s`)
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, here.page])
  })

  test("is cached per choice, in one spelling, and each is current within a second of a sale", async () => {
    const queries = ["", "?option1=s", "?option1=s&option2=indigo"]
    for (const query of queries) {
      for (let time = 0; time < 2; time++) await html(query)
      expect(isShared(await getAnonymously(here, path + query)), query).toBe(true)
      expect(await queriesFor(here, path + query), query).toBeLessThanOrEqual(1)
    }
    const spelled = "?utm_source=mail&option2=indigo&option1=s"
    expect(await html(spelled)).toBe(await html(queries[2]))
    await moveStock(here.shop, jacket.variants["s-indigo"] ?? "", -3)
    expect(await words("?option1=s&option2=indigo")).toContain("Out of stock")
    expect(labelsOf(await html("?option1=s"))).toContain("Indigo, sold out")
  })
})

describe("adding a variant to the cart", () => {
  const cartText = async () => pageText(await (await shopper.get("/cart")).text())

  test("accepts the product and its options, and leads back to the variant", async () => {
    const answer = await add({ option1: "s", option2: "indigo" })
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${path}?option1=s&option2=indigo`])
    expect(pageText(await (await shopper.get(`${path}?option1=s&option2=indigo`)).text())).toContain(
      "Item added to cart",
    )
    const cart = await (await shopper.get("/cart")).text()
    expect(cart).toContain(`href="${path}?option1=s&amp;option2=indigo"`)
    expect(pageText(cart)).toContain("Chore Jacket, S, Indigo")
  })

  test("creates a line for each variant, and replaces the units of an existing one", async () => {
    const buyer = await addBuyer(here.shop)
    shopper = await here.signedIn(buyer)
    await add({ option1: "s", option2: "indigo" })
    await add({ option1: "l", option2: "ecru" })
    await add({ option1: "s", option2: "indigo", quantity: "3" })
    expect(await readSavedCart(here.shop, buyer.id)).toEqual([
      { variantId: jacket.variants["s-indigo"] ?? "", quantity: 3 },
      { variantId: jacket.variants["l-ecru"] ?? "", quantity: 2 },
    ])
  })

  test("is refused at each open option, keeping the quantity and the choice", async () => {
    const nothing = await add({})
    const page = await nothing.text()
    expect(nothing.status).toBe(400)
    expect(pageText(page)).toContain("Not added to the cart. Choose a size and a colour")
    expect(page).toMatch(/id="option1"[^>]*aria-describedby="option1-error"[^>]*autofocus/)
    expect(page).toMatch(/id="option1-error".*?Choose a size</s)
    expect(page).toMatch(/id="option2-error".*?Choose a colour</s)
    expect(page).toMatch(/name="quantity"[^>]*value="2"/)

    const half = await (await add({ option2: "ecru" }, "?option1=s")).text()
    expect(pressed(half)).toEqual(["ecru"])
    expect(half).toMatch(/id="option1-error".*?Choose a size</s)
    expect(half).not.toContain("option2-error")
    expect(half).toContain(`action="${path}?option2=ecru"`)
  })

  test.each([
    [
      "a combination that is not offered",
      { option1: "m", option2: "ecru" },
      "Chore Jacket is not available in M, Ecru",
    ],
    ["what is sold out", { option1: "m", option2: "indigo" }, "Chore Jacket, M, Indigo is out of stock"],
    [
      "more than there is",
      { option1: "s", option2: "indigo", quantity: "4" },
      "Only 3 of Chore Jacket, S, Indigo are left",
    ],
    ["an unknown value", { option1: "xxl", option2: "ecru" }, "Choose a size"],
    ["a forged value", { option1: "x".repeat(5_000), option2: "ecru" }, "This value is not known"],
    ["a value of another option", { option1: "ecru", option2: "ecru" }, "Choose a size"],
  ])("is refused for %s", async (_, fields, sentence) => {
    const answer = await add(fields)
    expect([answer.status, pageText(await answer.text())]).toEqual([400, expect.stringContaining(sentence)])
    expect(await cartText()).toContain("No items on cart")
  })

  test("of a product without options needs none, and ignores a forged one", async () => {
    const answer = await shopper.post(here.page, { product: here.product, quantity: 1, option1: "s" })
    expect(answer.status).toBe(303)
    expect(await cartText()).toContain("Walnut tray")
  })

  test("does not restore a removed variant, and its line says so", async () => {
    await add({ option1: "l", option2: "ecru" })
    await here.shop.db
      .updateTable("variants")
      .set({ removed_at: here.shop.now() })
      .where("id", "=", jacket.variants["l-ecru"] ?? "")
      .execute()
    expect(await words("?option1=l&option2=ecru")).toContain("Not available in L, Ecru")
    expect((await add({ option1: "l", option2: "ecru" })).status).toBe(400)
    const cart = await cartText()
    expect(cart).toContain("Chore Jacket, L, Ecru is no longer sold")
    expect(cart).toContain("This version is no longer sold.")
  })
})
