import { sql } from "kysely"
import { expect, test } from "vitest"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { newObjectId } from "~/domain/object-id.server"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { addBuyer, addProduct, fillCart } from "~/testing/shop/buyers.server"
import { buy, shelve } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()

const longName = (index: number) => `Handwoven mohair blanket ${index} ${"in natural colours ".repeat(9)}`.trim()

/** Appends lines of deleted products to an order. */
async function addVanished(order: string, count: number): Promise<void> {
  const line = await here.shop.db
    .selectFrom("order_lines")
    .selectAll()
    .where("order_id", "=", order)
    .executeTakeFirstOrThrow()
  for (let index = 1; index <= count; index++) {
    const gone = newObjectId(here.shop.now())
    await sql`insert into order_lines (id, order_id, position, product_id, variant_id, name, price, quantity, taxes)
      values (${newObjectId(here.shop.now())}, ${order}, ${line.position + index}, ${gone}, ${gone},
        ${longName(index)}, ${line.price}, 1, '[]')`.execute(here.shop.db)
  }
}

test("reordering partly unavailable products names a few of them in the message, and all of them on a page", async () => {
  const browser = await here.signedIn(here.ada)
  for (const [count, page] of [
    [0, "/cart"],
    [2, "/cart"],
    [22, "/order/:id/left-out"],
    [90, "/order/:id/left-out"],
  ] as const) {
    const order = await buy(here.shop, here.ada, here.mug)
    await addVanished(order, count)
    const answer = await browser.post(`/order/${order}/again`, {})
    const location = answer.headers.get("Location") ?? ""
    expect([count, answer.status, location]).toEqual([count, 303, page.replace(":id", order)])
    const words = pageText(await (await browser.get(location)).text())
    expect(words).toContain("Items added to cart")
    for (let index = 1; index <= count; index++) expect(words).toContain(`${longName(index)} is no longer sold`)
    if (count > 2) expect(words).toContain(`${count - 2} other products cannot be bought at the moment either`)
    expect(await readSavedCart(here.shop, here.ada.id)).toEqual([{ variantId: here.mug, quantity: 1 }])
  }
})

test("the page of skipped items is for the order's buyer, and empty for an order without any", async () => {
  const order = await buy(here.shop, here.ada, here.mug)
  const ada = await here.signedIn(here.ada)
  expect((await ada.get(`/order/${order}/left-out`)).headers.get("Location")).toBe(`/order/${order}`)
  await addVanished(order, 5)
  expect((await ada.get(`/order/${order}/left-out`)).status).toBe(200)
  const eve = await here.signedIn(await addBuyer(here.shop))
  expect((await eve.get(`/order/${order}/left-out`)).status).toBe(404)
  expect((await here.visitor().get(`/order/${order}/left-out`)).headers.get("Location")).toMatch(/^\/login/)
})

test("confirming a cart whose 47 products are deleted leads to the cart, which lists them all", async () => {
  const buyer = await addBuyer(here.shop)
  const products: string[] = []
  for (let index = 1; index <= 47; index++) products.push(await addProduct(here.shop, { name: longName(index) }))
  await fillCart(
    here.shop,
    buyer,
    products.map((variantId) => ({ variantId, quantity: 1 })),
  )
  const browser = await here.signedIn(buyer)
  await here.shop.db.updateTable("products").set({ deleted_at: here.shop.now() }).where("id", "in", products).execute()
  const answer = await browser.get("/order/confirm")
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/cart"])
  const words = pageText(await (await browser.get("/cart")).text())
  expect(words).toContain("44 other products cannot be bought at the moment either.")
  expect(words).toContain("47 products need your attention")
  for (let index = 1; index <= 47; index++) expect(words).toContain(`${longName(index)} is no longer sold`)
  const sent = { "snapshot.digest": "0".repeat(64), method: "", "snapshot.charges": "" }
  expect((await browser.post("/order/confirm", sent)).status).toBeLessThan(500)
})

test("a record is deleted from a list with an address of any length, with Undo", async () => {
  const product = await shelve(here.shop, here.admin, { name: longName(1) })
  const back = `/admin/products?${new URLSearchParams({ search: "密".repeat(100), category: "密".repeat(300) })}`
  expect(back.length).toBeGreaterThan(3_000)
  const path = `/admin/product/${product}/delete?${new URLSearchParams({ back })}`
  const answer = await here.adminBrowser.post(path, {})
  expect(answer.status).toBe(303)
  const html = await (await here.adminBrowser.get("/admin/products")).text()
  expect(pageText(html)).toMatch(/Product has been deleted.*Undo/)
  const undone = await here.adminBrowser.post("/admin/undo", { kind: "product", id: product })
  expect([undone.status, undone.headers.get("Location")]).toEqual([303, "/admin/audit"])
})

test("every other message that repeats user input fits into its cookie", async () => {
  const email = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(55)}.example`
  for (const path of ["/password/forgot", "/login/link", "/order/links"])
    expect([path, (await here.visitor().post(path, { email })).status]).toEqual([path, 303])
  const search = await here.adminBrowser.post(`/admin/searches?${new URLSearchParams({ sort: "密".repeat(400) })}`, {
    keyword: "密".repeat(100),
    blocked: "yes",
  })
  expect(search.status).toBeLessThan(500)
})
