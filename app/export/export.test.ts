import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parse } from "csv-parse/sync"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { exportTables } from "~/domain/export/export-tables"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { requestDocuments } from "~/domain/invoices/request-documents.server"
import { replaceProductImages } from "~/domain/media/product-images.server"
import { storePicture } from "~/domain/media/store-picture.server"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import { newObjectId } from "~/domain/object-id.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { savePage } from "~/domain/pages/save-page.server"
import { previewImport } from "~/domain/product-table/import/preview-import.server"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { saveHome } from "~/domain/shipping/zones/save-zone.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { exportShop } from "./export-shop.server"

let testShop: TestShop
let home: string
let folder: string
let admin: Staff
let member: Member
let tray: string
let order: string

beforeAll(async () => {
  testShop = await openTestShop()
  home = await mkdtemp(join(tmpdir(), "counter-export-"))
  folder = join(home, "mine")
  const { shop } = testShop
  admin = await signUpAdmin(shop)
  tray = await shelve(shop, admin, { name: "=Walnut tray", price: 1_250, stock: 10, desc: 'For tea,\nand "coffee".' })
  const { id: pictureId } = await storePicture(shop, await encodedAs("png", samplePicture(60, 40)))
  await shop.transaction((tx) => replaceProductImages(tx, tray, [{ pictureId, alt: "A tray" }]))
  member = await signUp(shop, "ada@buyers.test", "Ärger, Ada")
  order = await buy(shop, member, tray, 2)
  await leaveReview(shop, member, { productId: tray, rating: 4.5, comment: "Good.\nReally." })
  await refundOrder(shop, admin, order, { amount: 500, reason: "A scratch" })
  await fileRequestedWithdrawal(shop, {
    address: "203.0.113.7",
    ...{ order, email: member.email, name: "Ada", reason: "", items: "One tray", at: shop.now().toISOString() },
  })
  const received = { amount: 100, received_at: shop.now(), recorded_by: admin.id, bank_line_id: null }
  const undone = { undone_at: shop.now(), undone_by: admin.id }
  await shop.db
    .insertInto("received_payments")
    .values({ id: newObjectId(shop.now()), order_id: order, ...received, ...undone })
    .execute()
  await savePage(shop, admin, "about", { snapshot: 0, title: "About us", body: "We sell *trays*." })
  const facts = { ...emptyFacts, address: "1 Main Street", invoiceNumbers: "INV-{number}" }
  await changeSettings(shop, admin, { snapshot: 0, facts })
  await shop.settings.renew()
  await shop.transaction((tx) => requestDocuments(tx, order))
  await issueDocuments(shop)
  await saveHome(shop, admin, { snapshot: 0, country: "US", state: "Ohio", pinCode: "43215" })
  await saveDiscount(shop, admin, null, {
    ...{
      name: "Spring",
      code: "SPRING",
      kind: "percent",
      percent: 100_000,
      amount: null,
      categories: [],
      products: [],
    },
    ...{ goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, from: null, until: null },
    ...{ maxUses: null, maxUsesPerPerson: null },
  })
  await shop.db
    .insertInto("agreed_texts")
    .values({ digest: "a".repeat(43), body_text: "Terms", body_html: "<h2>Terms</h2>" })
    .execute()
  await exportShop({ shop, databaseUrl: testShop.databaseUrl }, folder, () => {})
})
afterAll(async () => {
  await testShop.close()
  await rm(home, { recursive: true, force: true })
})

const text = (name: string) => readFile(join(folder, name), "utf8")
const csv = async (name: string): Promise<Record<string, string>[]> =>
  parse(await text(`${name}.csv`), { bom: true, columns: true })
const json = async (name: string) =>
  (await text(`${name}.jsonl`))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test("every file exists as CSV and as JSON with the same rows, and is described column by column", async () => {
  const names = ["products", ...Object.keys(exportTables)]
  const expected = names.flatMap((name) => [`${name}.csv`, `${name}.jsonl`])
  expect((await readdir(folder)).sort()).toEqual([...expected, "README.md", "pictures"].sort())
  const readme = await text("README.md")
  for (const [name, { columns }] of Object.entries(exportTables)) {
    const rows = await csv(name)
    expect(rows.length, name).toBeGreaterThan(0)
    expect(await json(name), name).toHaveLength(rows.length)
    expect(Object.keys(rows[0] ?? {}), name).toEqual(Object.keys(columns))
    expect(Object.keys((await json(name))[0]), name).toEqual(Object.keys(columns))
    for (const column of Object.keys(columns)) expect(readme).toContain(`| ${column} |`)
  }
})

test("an order has its payments and refunds", async () => {
  expect(await csv("orders")).toEqual([
    expect.objectContaining({
      _id: order,
      name: "Ärger, Ada",
      itemPrice: "25.00",
      taxPrice: "2.50",
      shippingPrice: "25.00",
      totalPrice: "52.50",
      refunded: "5.00",
      orderStatus: "Processing",
      deletedAt: "",
    }),
  ])
  expect(await json("order-lines")).toEqual([
    expect.objectContaining({ order, product: tray, quantity: 2, price: "12.50" }),
  ])
  const requestedBy = admin.id
  expect(await json("refunds")).toEqual([
    expect.objectContaining({ order, amount: "5.00", status: "succeeded", requestedBy }),
  ])
  const customers: { email: string; spent: string }[] = await json("customers")
  expect(customers.find(({ email }) => email === member.email)?.spent).toBe("47.50")
})

test("the products come with their pictures, and can be imported unchanged", async () => {
  const [product] = await json("products")
  expect(product).toMatchObject({ _id: tray, name: "=Walnut tray", price: "12.50", stock: 8, rating: 4.5 })
  const [image] = product.images
  expect(image.alt).toBe("A tray")
  expect(await sharp(join(folder, image.file)).metadata()).toMatchObject({ format: "jpeg", width: 60, height: 40 })
  const file = new File([await readFile(join(folder, "products.csv"))], "products.csv", { type: "text/csv" })
  const id = await previewImport(testShop.shop, admin, file)
  const rows = await testShop.shop.db
    .selectFrom("product_import_rows")
    .selectAll()
    .where("import_id", "=", id)
    .execute()
  expect(rows.map(({ outcome, product_id }) => [outcome, product_id])).toEqual([["same", tray]])
})

test("the last entry of the audit log is the operator's export", async () => {
  expect((await csv("audit-log")).at(-1)).toMatchObject({
    ...{
      name: "Operator",
      action: "shop.exported",
      after: '{"list":"everything"}',
      address: "",
      session: "",
      request: "",
    },
  })
})

test("the export contains no secrets, and no formulas for a spreadsheet", async () => {
  const names = (await readdir(folder)).filter((name) => /\.(csv|jsonl)$/.test(name))
  const all = (await Promise.all(names.map(text))).join("\n")
  expect(all).not.toMatch(/argon2|password_hash|token/i)
  expect((await csv("order-lines"))[0]?.name).toBe("'=Walnut tray")
  expect((await csv("stock-ledger")).map(({ change }) => change)).toContain("-2")
})

test("only its owner can read it, even in an existing folder that was open to all", async () => {
  const open = join(home, "open")
  await mkdir(open)
  await chmod(open, 0o777)
  const umask = process.umask(0)
  try {
    await exportShop({ shop: testShop.shop, databaseUrl: testShop.databaseUrl }, open, () => {})
  } finally {
    process.umask(umask)
  }
  const names = await readdir(open, { recursive: true })
  expect(names.length).toBeGreaterThan(Object.keys(exportTables).length * 2)
  for (const name of ["", ...names]) {
    const { mode } = await stat(join(open, name))
    expect(mode & 0o077, name).toBe(0)
  }
})

test("a folder that is not empty is left alone", async () => {
  const { shop, databaseUrl } = testShop
  await expect(exportShop({ shop, databaseUrl }, folder, () => {})).rejects.toThrow("not empty")
})
