import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { addProduct, moveStock, setPrice, stockOf } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { updateProduct } from "../editing/update-product.server"
import { findProduct } from "../find-product.server"
import { optionsVersion, setOptions } from "./options.server"
import { saveVariants } from "./save-variants.server"
import { findVariantTable } from "./variants.server"

let here: TestShop
let admin: Staff
beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
})
afterAll(async () => {
  expect(await checkInvariants(here.shop)).toEqual([])
  await here?.close()
})

const sizes = (...names: string[]) => ({ name: "Size", values: names.map((name) => ({ name })) })
const sold = async (id: string) => (await findProduct(here.shop, id)).variants.map(({ title }) => title)

test("a product without options has one variant with its id, price and units", async () => {
  const id = await addProduct(here.shop, { price: 4_200, stock: 7 })
  const product = await findProduct(here.shop, id)
  expect(product).toMatchObject({ price: 4_200, highestPrice: 4_200, stock: 7, hasOptions: false, options: [] })
  expect(product.variants).toMatchObject([{ id, values: [], title: "", price: 4_200, stock: 7, removedAt: null }])
})

describe("options", () => {
  test("end the previous variant and set its units aside; the first combination starts without units", async () => {
    const id = await addProduct(here.shop, { price: 4_200, stock: 7 })
    await setOptions(here.shop, admin, id, [sizes("S", "M")])
    const product = await findProduct(here.shop, id)
    expect(product).toMatchObject({ price: 4_200, stock: 0, hasOptions: true })
    expect(product.options).toEqual([
      {
        name: "Size",
        values: [
          { name: "S", slug: "s" },
          { name: "M", slug: "m" },
        ],
      },
    ])
    expect(product.variants).toMatchObject([{ values: ["s"], title: "S", price: 4_200, stock: 0 }])
    await setOptions(here.shop, admin, id, [])
    expect((await findProduct(here.shop, id)).variants).toMatchObject([{ id, title: "", stock: 7 }])
    expect(await stockOf(here.shop, id)).toBe(7)
  })

  test("keep the slug of a renamed value, and give a new one its own", async () => {
    const { id } = await addSizedProduct(here.shop, admin, { sizes: { "7.5": 1, "7 5": 1, "+": 1 } })
    const slugs = async () => (await findVariantTable(here.shop, admin, id)).options[0]?.values.map(({ slug }) => slug)
    expect(await slugs()).toEqual(["7-5", "7-5-2", "value"])
    const [first, ...others] = (await findVariantTable(here.shop, admin, id)).options[0]?.values ?? []
    const values = [{ name: "7½", slug: first?.slug }, ...others, { name: "7.5" }]
    await setOptions(here.shop, admin, id, [{ name: "UK size", was: 0, values }])
    expect(await slugs()).toEqual(["7-5", "7-5-2", "value", "7-5-3"])
    expect(await sold(id)).toEqual(["7½", "7 5", "+"])
  })

  test("move their variants along when they change places", async () => {
    const { id } = await addSizedProduct(here.shop, admin, { sizes: { S: 1, M: 2 } })
    const colour = { name: "Colour", values: [{ name: "Indigo" }, { name: "Écru" }] }
    await setOptions(here.shop, admin, id, [sizes("S", "M"), colour])
    expect(await sold(id)).toEqual(["S, Indigo"])
    await setOptions(here.shop, admin, id, [colour, sizes("S", "M")])
    expect((await findProduct(here.shop, id)).variants).toMatchObject([{ values: ["indigo", "s"], title: "Indigo, S" }])
    await setOptions(here.shop, admin, id, [sizes("S", "M")])
    expect((await findProduct(here.shop, id)).variants).toMatchObject([{ title: "S", stock: 1 }])
  })

  test("keep a value whose variants are for sale, and refuse two of one name", async () => {
    const { id } = await addSizedProduct(here.shop, admin, { sizes: { S: 1, M: 2 } })
    const refused = (...options: ReturnType<typeof sizes>[]) => setOptions(here.shop, admin, id, options)
    await expect(refused(sizes("S"))).rejects.toMatchObject({ field: "options[0].values", message: /Versions in M/ })
    await expect(refused(sizes("S", "M", " s"))).rejects.toMatchObject({ field: "options[0].values" })
    await expect(refused(sizes("S", "M"), sizes("1"))).rejects.toMatchObject({ field: "options[1].name" })
    await saveVariants(here.shop, admin, id, [{ values: ["m"], sold: false }])
    await refused(sizes("S"))
    expect(await sold(id)).toEqual(["S"])
  })

  test("are not overwritten after another edit", async () => {
    const { id } = await addSizedProduct(here.shop, admin, { sizes: { S: 1 } })
    const snapshot = optionsVersion((await findProduct(here.shop, id)).options)
    await setOptions(here.shop, admin, id, [sizes("S", "M")], snapshot)
    await expect(setOptions(here.shop, admin, id, [sizes("S", "L")], snapshot)).rejects.toMatchObject({
      kind: "conflict",
    })
  })
})

describe("the table of variants", () => {
  test("decides price, highest price and units of the product, whether or not sold out", async () => {
    const { id, variants } = await addSizedProduct(here.shop, admin, { price: 3_000, sizes: { S: 1, M: 2, L: 0 } })
    await saveVariants(here.shop, admin, id, [
      { values: ["l"], price: 2_500, compareAtPrice: 4_000 },
      { values: ["m"], price: 3_500 },
    ])
    expect(await findProduct(here.shop, id)).toMatchObject({
      ...{ price: 2_500, compareAtPrice: 4_000, priorPrice: 3_000, highestPrice: 3_500, stock: 3 },
    })
    await moveStock(here.shop, variants.s ?? "", -1)
    expect(await findProduct(here.shop, id)).toMatchObject({ price: 2_500, stock: 2 })
    await saveVariants(here.shop, admin, id, [{ values: ["l"], sold: false }])
    expect(await findProduct(here.shop, id)).toMatchObject({ price: 3_000, compareAtPrice: null, stock: 2 })
    await saveVariants(here.shop, admin, id, [{ values: ["l"], sold: true }])
    expect(await findProduct(here.shop, id)).toMatchObject({ price: 2_500, compareAtPrice: 4_000 })
  })

  test("names the cell that it refuses, and saves no row", async () => {
    const { id } = await addSizedProduct(here.shop, admin, { sizes: { S: 1, M: 2 } })
    await saveVariants(here.shop, admin, id, [{ values: ["s"], sku: "CJ-S" }])
    const refused = (...rows: Parameters<typeof saveVariants>[3]) =>
      saveVariants(here.shop, admin, id, [{ values: ["s"], price: 1 }, ...rows])
    const row = { values: ["m"] }
    await expect(refused({ ...row, sku: "cj-s" })).rejects.toMatchObject({ field: "variants[1].sku" })
    await expect(refused({ ...row, price: 9, compareAtPrice: 8 })).rejects.toMatchObject({
      field: "variants[1].compareAtPrice",
    })
    await expect(refused({ ...row, stock: 0, stockSeen: 3 })).rejects.toMatchObject({ field: "variants[1].stock" })
    await expect(refused({ values: ["xxl"], sold: true })).rejects.toMatchObject({ field: "variants[1].values" })
    await expect(refused({ ...row, pictureId: "0".repeat(24) })).rejects.toMatchObject({
      field: "variants[1].pictureId",
    })
    await expect(refused({ ...row, price: 8, snapshot: "earlier" })).rejects.toMatchObject({ kind: "conflict" })
    await expect(
      saveVariants(here.shop, admin, id, [
        { ...row, sold: false },
        { values: ["s"], sold: false },
      ]),
    ).rejects.toThrow("A product needs at least one version")
    expect((await findProduct(here.shop, id)).price).toBe(5_000)
  })

  test("frees the SKU of a removed variant, and lets two variants swap theirs", async () => {
    const { id } = await addSizedProduct(here.shop, admin, { sizes: { S: 1, M: 2 } })
    const skus = async () => (await findProduct(here.shop, id)).variants.map(({ sku }) => sku)
    await saveVariants(here.shop, admin, id, [
      { values: ["s"], sku: "A" },
      { values: ["m"], sku: "B" },
    ])
    await saveVariants(here.shop, admin, id, [
      { values: ["s"], sku: "B" },
      { values: ["m"], sku: "A" },
    ])
    expect(await skus()).toEqual(["B", "A"])
    await saveVariants(here.shop, admin, id, [{ values: ["m"], sold: false }])
    await saveVariants(here.shop, admin, id, [{ values: ["s"], sku: "a" }])
    await expect(saveVariants(here.shop, admin, id, [{ values: ["m"], sold: true }])).rejects.toThrow("is the SKU of")
  })

  test("corrects stock by the difference to the shown one, through the ledger", async () => {
    const { id, variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 9 } })
    await moveStock(here.shop, variants.s ?? "", -4)
    await saveVariants(here.shop, admin, id, [{ values: ["s"], stock: 10, stockSeen: 9 }])
    expect(await stockOf(here.shop, id)).toBe(6)
  })

  test("alone has prices and stock of a product with options: sending unchanged values to the product is accepted", async () => {
    const { id } = await addSizedProduct(here.shop, admin, { price: 3_000, sizes: { S: 2 } })
    await updateProduct(here.shop, admin, id, { name: "Jacket", price: 3_000, stock: 2 })
    expect((await findProduct(here.shop, id)).name).toBe("Jacket")
    for (const change of [{ price: 2_999 }, { compareAtPrice: 4_000 }, { stock: 3 }, { stock: 2, stockSeen: 1 }]) {
      await expect(updateProduct(here.shop, admin, id, change)).rejects.toThrow("has several versions")
    }
  })
})

test("prices and units of a product are written only through its variants", async () => {
  const { id } = await addSizedProduct(here.shop, admin, { sizes: { S: 2 } })
  for (const assignment of ["price = 1", "highest_price = 1", "stock = 9", "option_tags = '{}'"]) {
    const write = sql`update products set ${sql.raw(assignment)} where id = ${id}`.execute(here.shop.db)
    await expect(write).rejects.toThrow(/only through (variants|stock_ledger)/)
  }
  await expect(sql`update variants set stock = 9 where product_id = ${id}`.execute(here.shop.db)).rejects.toThrow()
})

test("the prior price of a variant is its own lowest of thirty days", async () => {
  const { id, variants } = await addSizedProduct(here.shop, admin, { price: 3_000, sizes: { S: 1, M: 1 } })
  await setPrice(here.shop, variants.s ?? "", 2_000)
  await setPrice(here.shop, variants.s ?? "", 3_500)
  await saveVariants(here.shop, admin, id, [
    { values: ["s"], price: 2_900, compareAtPrice: 3_500 },
    { values: ["m"], price: 2_800, compareAtPrice: 3_000 },
  ])
  const product = await findProduct(here.shop, id)
  expect(product.variants.map(({ priorPrice }) => priorPrice)).toEqual([2_000, 3_000])
  expect(product.priorPrice).toBe(3_000)
})
