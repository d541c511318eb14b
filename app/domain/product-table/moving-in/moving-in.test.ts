import { afterAll, beforeAll, expect, test } from "vitest"
import { openRemoteFiles } from "~/adapters/remote-files.server"
import { startHttpsServer, testCertificate } from "~/adapters/testing/https-server"
import type { Staff } from "~/domain/accounts/actor"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { findEditedProduct } from "~/domain/catalog/find-product.server"
import { findProductOfFormerAddress } from "~/domain/catalog/former-addresses/former-addresses.server"
import { encodedAs, samplePicture } from "~/domain/media/testing/sample-pictures"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import type { ImportChoices } from "../import/import-filter"
import { listImportRows } from "../import/import-rows.server"
import { findImport, startImport } from "../import/imports.server"
import { previewImport } from "../import/preview-import.server"
import { runImport } from "../import/run-import.server"
import { zipOf } from "./testing/zip-file"

let here: TestShop
let admin: Staff
let server: Awaited<ReturnType<typeof startHttpsServer>>
let pictures = ""

beforeAll(async () => {
  const jpeg = await encodedAs("jpeg", samplePicture(320, 240))
  server = await startHttpsServer(({ url }, response) => {
    if (url?.startsWith("/missing")) response.writeHead(404).end()
    else response.end(url?.startsWith("/page") ? "<html>no picture</html>" : jpeg)
  })
  pictures = `https://pictures.example:${server.port}`
  here = await openTestShop({
    remoteFiles: openRemoteFiles({
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      isAllowed: () => true,
      port: server.port,
      ca: testCertificate,
    }),
  })
  admin = await signUpAdmin(here.shop)
})
afterAll(async () => {
  await here.close()
  await server.close()
})

const heading =
  "Handle,Title,Body (HTML),Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Image Src,Variant Image,Status"
const fileOf = (rows: string[]) => new File([[heading, ...rows].join("\n")], "shopify.csv")
const judge = (rows: string[], choices?: ImportChoices) => previewImport(here.shop, admin, fileOf(rows), choices)
const rowsOf = (id: string) => listImportRows(here.shop, admin, id, { page: 1, outcome: "" })
const find = (id: string) => findImport(here.shop, admin, id)
const countsOf = async (id: string) =>
  Object.fromEntries(Object.entries((await find(id)).counts).filter(([, count]) => count > 0))
const run = async (id: string) => {
  await startImport(here.shop, admin, id)
  await runImport(here.shop, id)
}
const productAt = async (path: string) => {
  const found = await findProductOfFormerAddress(here.shop, path)
  return findEditedProduct(here.shop, found?.id ?? "")
}

test("a file of another shop is recognised, its mapping is shown, and it is imported with variants and addresses", async () => {
  const id = await judge([
    "jacket,Jacket,<p>Warm</p>,Us,Clothing,Size,M,J-M,89.00,3,,,active",
    "jacket,,,,,,L,J-L,95.00,0,,,",
    "mug,Mug,,Us,Kitchen,Title,Default Title,,12.00,7,,,draft",
  ])
  const found = await find(id)
  expect(found).toMatchObject({ source: "Shopify", status: "checked", rowsRead: 3, newCategories: [] })
  expect(found.mapping).toContainEqual({ heading: "Variant SKU", becomes: "SKU" })
  expect(found.mapping).toContainEqual({ heading: "Vendor", becomes: "Brand" })
  expect(await countsOf(id)).toEqual({ create: 3 })
  await run(id)
  expect(await countsOf(id)).toEqual({ created: 3 })
  expect(await productAt("/products/jacket")).toMatchObject({
    name: "Jacket",
    desc: "Warm",
    category: "Clothing",
    price: 8_900,
    highestPrice: 9_500,
    stock: 3,
    options: [{ name: "Size", values: [{ name: "M" }, { name: "L" }] }],
    variants: [
      { title: "M", sku: "J-M", stock: 3 },
      { title: "L", sku: "J-L", stock: 0 },
    ],
  })
  const draft = await here.shop.db.selectFrom("products").select(["is_draft"]).where("name", "=", "Mug").execute()
  expect(draft).toEqual([{ is_draft: true }])
  await expectInvariants(here.shop)
})

test("previously imported products are skipped when their file is imported again, unless they were deleted", async () => {
  const file = ["cap,Cap,,Us,Clothing,Title,Default Title,,12.00,7,,,active"]
  await run(await judge(file))
  const again = await judge(file)
  expect(await rowsOf(again)).toMatchObject([{ outcome: "same", message: "This product was imported before" }])
  const { id } = await productAt("/products/cap")
  await softDeleteProduct(here.shop, admin, id)
  const third = await judge(file)
  await run(third)
  expect(await countsOf(third)).toEqual({ created: 1 })
  expect((await productAt("/products/cap")).id).not.toBe(id)
})

test("missing categories are named, and created if that option was chosen", async () => {
  const rows = [
    "tent,Tent,,Us,Camping,Title,Default Title,,120.00,7,,,active",
    "stove,Stove,,Us,camping,Title,Default Title,,60.00,7,,,active",
    "lamp,Lamp,,Us,Lights,Title,Default Title,,free,7,,,active",
    "pan,Pan,,Us,kitchen,Title,Default Title,,20.00,7,,,active",
  ]
  const refused = await judge(rows)
  expect(await countsOf(refused)).toEqual({ create: 1, error: 3 })
  expect((await rowsOf(refused))[0]?.message).toContain("there is no “Camping”")
  const id = await judge(rows, { makesCategories: true })
  expect((await find(id)).newCategories).toEqual(["Camping"])
  await run(id)
  await runImport(here.shop, id)
  expect(await countsOf(id)).toEqual({ created: 3, error: 1 })
  expect(here.shop.categories.current.names.filter((name) => /camping|lights/i.test(name))).toEqual(["Camping"])
  expect((await productAt("/products/stove")).category).toBe("Camping")
})

test("pictures are downloaded if that option was chosen; an unavailable one is named and the product is imported without it", async () => {
  const rows = [
    `boot,Boot,,Us,Footwear,Color,Black,,80.00,1,${pictures}/front.jpg,${pictures}/black.jpg,active`,
    `boot,,,,,,Red,,80.00,1,${pictures}/missing.jpg,,`,
    `boot,,,,,,,,,,${pictures}/page.html,,`,
  ]
  const without = await judge(rows.map((row) => row.replaceAll("boot", "clog")))
  await run(without)
  expect((await productAt("/products/clog")).pictures).toEqual([])
  const id = await judge(rows, { fetchesPictures: true })
  await run(id)
  const done = await find(id)
  expect(done).toMatchObject({ status: "done", pictures: { waiting: 0, stored: 2, failed: 2 } })
  const behind = async (about: "pictures" | "pictures-left", why = "") => {
    const [row] = await listImportRows(here.shop, admin, id, { page: 1, about, why })
    return row?.values.map(({ cell, reason }) => [cell.slice(pictures.length), reason])
  }
  const [taken, left] = ["pictures", "pictures-left"].map((name) =>
    done.summary?.topics.find(({ topic }) => topic === name),
  )
  expect([taken?.amount, left?.amount]).toEqual([2, 2])
  expect(await behind("pictures")).toEqual([
    ["/front.jpg", ""],
    ["/black.jpg", ""],
  ])
  const missing = (await behind("pictures-left")) ?? []
  expect(missing.map(([path]) => path)).toEqual(["/missing.jpg", "/page.html"])
  const [[, why = ""] = []] = missing
  expect(left?.details.map(({ detail }) => detail)).toContain(why)
  expect(await behind("pictures-left", why)).toEqual(missing.slice(0, 1))
  const boot = await productAt("/products/boot")
  expect(boot.pictures).toHaveLength(2)
  expect(boot.variants.map(({ picture }) => picture?.id ?? null)).toEqual([boot.pictures[1]?.id, null])
  const [first] = await rowsOf(id)
  expect(first?.message).toContain(`Without the picture ${pictures}/missing.jpg: The server responded with status 404`)
  expect(first?.message).toContain("page.html: This file is a web page, not a picture")
})

test("pictures beyond a product's limit are named in the preview, and afterwards", async () => {
  const addresses = Array.from({ length: 13 }, (_, at) => `${pictures}/vase-${at}.jpg`)
  const [first, second, third, ...others] = addresses
  const black = (own: string) => `vase,Vase,,Us,Household,Color,Black,,80.00,1,${first},${own},active`
  const pictured = [second, third, ...others.slice(0, 9)].map((address) => `vase,,,,,,,,,,${address},,`)
  const rows = [black(others.at(-1) ?? ""), "vase,,,,,,Red,,80.00,1,,,", ...pictured]
  const words = "Without 3 of its 13 pictures: a product has at most 10"
  expect((await rowsOf(await judge(rows)))[0]?.message).toBe("")
  const id = await judge(rows, { fetchesPictures: true })
  expect((await rowsOf(id)).map(({ line, outcome, message }) => [line, outcome, message])).toEqual([
    [2, "create", words],
    [3, "create", ""],
  ])
  await run(id)
  expect((await rowsOf(id))[0]).toMatchObject({ outcome: "created", message: words })
  const vase = await productAt("/products/vase")
  expect(vase.pictures).toHaveLength(10)
  expect(vase.variants.map(({ picture }) => picture?.id ?? null)).toEqual([vase.pictures[9]?.id, null])
})

test("pictures come from an accompanying ZIP file, and are downloaded only if that option was chosen", async () => {
  const jpeg = await encodedAs("jpeg", samplePicture(300, 200))
  const archive = new File(
    [new Uint8Array(zipOf([{ name: "pictures/Sofa.jpg", bytes: jpeg, method: 0 }]))],
    "pictures.zip",
  )
  const rows = (handle: string) => [
    `${handle},Sofa,,Us,Household,Title,Default Title,,80.00,1,https://cdn.example/files/sofa.jpg?v=1,,active`,
    `${handle},,,,,,,,,,${pictures}/other.jpg,,`,
  ]
  const moveIn = async (handle: string, choices: ImportChoices) => {
    const id = await previewImport(here.shop, admin, fileOf(rows(handle)), choices, archive)
    expect((await find(id)).status).toBe("reading")
    await runImport(here.shop, id)
    await run(id)
    expect((await find(id)).status).toBe("done")
    const { pictures: found } = await productAt(`/products/${handle}`)
    return { pictures: found.length, message: (await rowsOf(id))[0]?.message }
  }
  expect(await moveIn("sofa", {})).toEqual({
    pictures: 1,
    message: `Without the picture ${pictures}/other.jpg: The ZIP file has no file with this name`,
  })
  expect(await moveIn("sofa-2", { fetchesPictures: true })).toEqual({ pictures: 2, message: "" })
  const kept = here.shop.db.selectFrom("product_import_files").innerJoin("product_imports", "id", "import_id")
  expect(await kept.select("part").where("status", "=", "done").execute()).toEqual([])
  const broken = previewImport(here.shop, admin, fileOf(rows("sofa-3")), {}, new File(["PK"], "broken.zip"))
  await expect(broken).rejects.toThrow("This ZIP file cannot be read")
})

test("a job reads a large file, and starts over after an interruption", async () => {
  const text = "<p>Long words.</p>".repeat(100)
  const rows = Array.from({ length: 1_300 }, (_, at) => `large-${at},Large ${at},${text},Us,Kitchen,,,,20.00,7,,,draft`)
  const id = await judge(rows)
  expect(await find(id)).toMatchObject({ status: "reading", rowsRead: 0 })
  let slices = 0
  const stopping = { throwIfAborted: () => expect(++slices).toBeLessThan(2) } as unknown as AbortSignal
  await expect(runImport(here.shop, id, stopping)).rejects.toThrow()
  expect(await find(id)).toMatchObject({ status: "reading", rowsRead: 500, counts: { create: 0 } })
  await Promise.all([runImport(here.shop, id), runImport(here.shop, id)])
  expect(await find(id)).toMatchObject({ status: "checked", rowsRead: 1_300, counts: { create: 1_300 } })
})

test("an interrupted import neither duplicates nor loses a product or a picture", async () => {
  const rows = Array.from(
    { length: 6 },
    (_, at) => `cut-${at},Cut ${at},,Us,Kitchen,Title,Default Title,CUT-${at},20.00,7,${pictures}/${at}.jpg,,active`,
  )
  const id = await judge(rows, { fetchesPictures: true })
  await startImport(here.shop, admin, id)
  for (let survived = 1; survived <= 11; survived += 2) {
    let transactions = 0
    const transaction: typeof here.shop.transaction = (work) => {
      if (++transactions > survived) throw new Error("the process was killed")
      return here.shop.transaction(work)
    }
    await runImport({ ...here.shop, transaction }, id).catch(({ message }) => expect(message).toContain("killed"))
  }
  await Promise.all([runImport(here.shop, id), runImport(here.shop, id)])
  expect(await countsOf(id)).toEqual({ created: 6 })
  expect((await find(id)).pictures).toEqual({ waiting: 0, stored: 6, failed: 0 })
  const made = await here.shop.db.selectFrom("products").select("id").where("name", "like", "Cut %").execute()
  expect(made).toHaveLength(6)
  for (const { id } of made) expect((await findEditedProduct(here.shop, id)).pictures).toHaveLength(1)
})
