import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findEditedProduct, findProduct } from "~/domain/catalog/find-product.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { moveStock } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { listImportRows } from "./import-rows.server"
import { findImport, startImport } from "./imports.server"
import { previewImport } from "./preview-import.server"
import { describeUndo } from "./product-import"
import { resumeImports, runImport } from "./run-import.server"
import { countUndo, startUndo } from "./undo-import.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
  await shelve(here.shop, admin, { category: "Kitchen", name: "A shelf" })
})
afterAll(() => here.close())

async function imported(rows: string[], heading = "name,price,stock,category,desc,sku"): Promise<string> {
  const id = await previewImport(here.shop, admin, new File([[heading, ...rows].join("\n")], "products.csv"))
  await startImport(here.shop, admin, id)
  await runImport(here.shop, id)
  return id
}
const newRows = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${name} ${place},3,6,Kitchen,For tea,${name}-${place}`)
const namesLike = async (pattern: string) => {
  const rows = await here.shop.db.selectFrom("products").select(["id", "name"]).where("name", "like", pattern).execute()
  return rows.map(({ name }) => name)
}
const stateOf = async (id: string) => {
  const { status, counts } = await findImport(here.shop, admin, id)
  return { status, counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) }
}

/** A shop whose process ends after some transactions */
function dyingAfter(most: number): TestShop["shop"] {
  let transactions = 0
  return {
    ...here.shop,
    transaction: (work: Parameters<typeof here.shop.transaction>[0]) => {
      if (++transactions > most) throw new Error("the process was killed")
      return here.shop.transaction(work)
    },
  } as TestShop["shop"]
}

test("an import of which nothing was sold is taken back, and its file can be imported again", async () => {
  const id = await imported(newRows("Undone", 45))
  await startUndo(here.shop, admin, id)
  await startUndo(here.shop, admin, id)
  await Promise.all([resumeImports(here.shop), runImport(here.shop, id)])
  expect(await stateOf(id)).toEqual({ status: "undone", counts: { undone: 45 } })
  expect(await namesLike("Undone %")).toEqual([])
  await expectInvariants(here.shop)
  const again = await imported(newRows("Undone", 45))
  expect(await stateOf(again)).toEqual({ status: "done", counts: { created: 45 } })
})

test("taking back continues after an interruption", async () => {
  const id = await imported(newRows("Halfway", 45))
  await startUndo(here.shop, admin, id)
  await expect(runImport(dyingAfter(1), id)).rejects.toThrow("killed")
  expect(await stateOf(id)).toEqual({ status: "undoing", counts: { undone: 20, created: 25 } })
  await resumeImports(here.shop)
  expect(await stateOf(id)).toEqual({ status: "undone", counts: { undone: 45 } })
})

test("an import of which something was sold stays, and the refusal names it", async () => {
  const id = await imported(newRows("Soldout", 3))
  const { id: product } = await here.shop.db
    .selectFrom("products")
    .select("id")
    .where("name", "=", "Soldout 1")
    .executeTakeFirstOrThrow()
  await buy(here.shop, await signUp(here.shop, "buyer@shop.test"), product)
  await expect(startUndo(here.shop, admin, id)).rejects.toThrow("Soldout 1 is in an order or a checkout")
  expect(await namesLike("Soldout %")).toHaveLength(3)
})

test("a product that is sold after the start of the undo stays, and its row says so", async () => {
  const id = await imported(newRows("Later", 3))
  await startUndo(here.shop, admin, id)
  const { id: product } = await here.shop.db
    .selectFrom("products")
    .select("id")
    .where("name", "=", "Later 1")
    .executeTakeFirstOrThrow()
  await buy(here.shop, await signUp(here.shop, "later@shop.test"), product)
  await runImport(here.shop, id)
  expect(await stateOf(id)).toEqual({ status: "undone", counts: { undone: 2, kept: 1 } })
  expect(await namesLike("Later %")).toEqual(["Later 1"])
})

describe("products that an import changed", () => {
  const edited = (id: string) => findEditedProduct(here.shop, id)
  const undone = async (id: string) => {
    await startUndo(here.shop, admin, id)
    await runImport(here.shop, id)
    return stateOf(id)
  }
  const mugOf = (name: string, stock = 10) =>
    shelve(here.shop, admin, { name, category: "Kitchen", price: 500, desc: "For tea", stock })

  test("get their former values back, and only the units that the import added are taken back", async () => {
    const mug = await mugOf("Earlier mug")
    const before = await edited(mug)
    const id = await imported(
      [`${mug},Bigger mug,4,15,For coffee,MUG-1,6,2099-01-31`],
      "_id,name,price,stock,desc,sku,compareAtPrice,publishedUntil",
    )
    await moveStock(here.shop, mug, -3, "sale")
    expect(await countUndo(here.shop, admin, id)).toEqual({ deleted: 0, restored: 1, restocked: 1, removed: 0 })
    expect(await undone(id)).toEqual({ status: "undone", counts: { undone: 1 } })
    const { name, price, compareAtPrice, desc, publishedUntil } = before
    expect(await edited(mug)).toMatchObject({ name, price, compareAtPrice, desc, publishedUntil, stock: 7 })
    expect((await findProduct(here.shop, mug)).variants[0]?.sku).toBeNull()
    await expectInvariants(here.shop)
  })

  test("are changed back together with the deletion of new ones", async () => {
    const cup = await mugOf("Earlier cup")
    const heading = "_id,name,price,stock,category,desc,sku"
    const id = await imported([`${cup},,6,,,,`, ",Later cup,3,6,Kitchen,For tea,CUP-2"], heading)
    expect(describeUndo(await countUndo(here.shop, admin, id))).toBe(
      "1 product is deleted for good, with stock, reviews and old addresses. 1 product gets its former values back. Categories stay.",
    )
    expect(await undone(id)).toEqual({ status: "undone", counts: { undone: 2 } })
    expect([(await edited(cup)).price, await namesLike("% cup")]).toEqual([500, ["Earlier cup"]])
  })

  test("are named in the refusal if someone has changed the same values since", async () => {
    const [one, two] = [await mugOf("First jug"), await mugOf("Second jug")]
    const id = await imported([`${one},6,`, `${two},6,`], "_id,price")
    await updateProduct(here.shop, admin, one, { price: 700 })
    await updateProduct(here.shop, admin, two, { desc: "Another text" })
    await expect(startUndo(here.shop, admin, id)).rejects.toThrow(
      "This import cannot be taken back. First jug: it was changed since",
    )
    await updateProduct(here.shop, admin, one, { price: 600 })
    expect((await undone(id)).counts).toEqual({ undone: 2 })
    expect(await edited(two)).toMatchObject({ price: 500, desc: "Another text" })
  })

  test("stay if they were changed after the start of the undo, and their row says so", async () => {
    const id = await imported([`${await mugOf("Slow jug")},6`], "_id,price")
    await startUndo(here.shop, admin, id)
    const [product] = await here.shop.db.selectFrom("products").select("id").where("name", "=", "Slow jug").execute()
    await updateProduct(here.shop, admin, product?.id ?? "", { price: 700 })
    await runImport(here.shop, id)
    expect(await stateOf(id)).toEqual({ status: "undone", counts: { kept: 1 } })
    expect(await listImportRows(here.shop, admin, id, { page: 1 })).toMatchObject([
      { message: "Not taken back: it was changed since" },
    ])
  })

  test("are named if too few of the units that the import added are left", async () => {
    const bowl = await mugOf("Sold bowl", 2)
    const id = await imported([`${bowl},12`], "_id,stock")
    await moveStock(here.shop, bowl, -3, "sale")
    await expect(startUndo(here.shop, admin, id)).rejects.toThrow("Sold bowl: too few of the units")
    await moveStock(here.shop, bowl, 1, "correction")
    expect((await undone(id)).counts).toEqual({ undone: 1 })
    expect((await edited(bowl)).stock).toBe(0)
  })

  test("are counted again without the units that were sold in the meantime, or sold without counting again", async () => {
    const [counted, uncounted] = [await mugOf("Counted pot"), await mugOf("Uncounted pot")]
    await updateProduct(here.shop, admin, uncounted, { uncounted: true })
    const id = await imported([`${counted},,yes`, `${uncounted},4,no`], "_id,stock,uncounted")
    await moveStock(here.shop, counted, -3, "sale")
    expect((await undone(id)).counts).toEqual({ undone: 2 })
    expect(await edited(counted)).toMatchObject({ uncounted: false, stock: 7 })
    expect(await edited(uncounted)).toMatchObject({ uncounted: true })
    await expectInvariants(here.shop)
  })

  test("are changed back once, after an interruption too", async () => {
    const vases = [await mugOf("Vase 1"), await mugOf("Vase 2"), await mugOf("Vase 3")]
    const id = await imported(
      vases.map((vase) => `${vase},25`),
      "_id,stock",
    )
    await startUndo(here.shop, admin, id)
    await expect(runImport(dyingAfter(1), id)).rejects.toThrow("killed")
    expect(await stateOf(id)).toEqual({ status: "undoing", counts: { undone: 1, updated: 2 } })
    await Promise.all([resumeImports(here.shop), runImport(here.shop, id)])
    expect(await stateOf(id)).toEqual({ status: "undone", counts: { undone: 3 } })
    for (const vase of vases) expect((await edited(vase)).stock).toBe(10)
    await expectInvariants(here.shop)
  })

  test("keep their sale", async () => {
    const dish = await mugOf("Dish")
    await updateProduct(here.shop, admin, dish, { price: 500, salePrice: 400, saleUntil: "2099-01-31" })
    const prices = () =>
      here.shop.db
        .selectFrom("variants")
        .select(["price", "regular_price", "sale_price", "sale_until", "is_on_sale"])
        .where("product_id", "=", dish)
        .execute()
    const before = await prices()
    const id = await imported([`${dish},9,8,`], "_id,price,salePrice,saleUntil")
    expect(await prices()).toMatchObject([{ price: 800, regular_price: 900 }])
    expect((await undone(id)).counts).toEqual({ undone: 1 })
    expect(await prices()).toEqual(before)
  })

  const versions = (...rows: string[]) =>
    imported(rows, "_id,handle,name,price,stock,category,desc,option1Name,option1Value")

  test("have the former values of all versions", async () => {
    await versions(",shirt,Shirt,5,3,Kitchen,Cotton,Size,S", ",shirt,,5,4,,,Size,M")
    const [shirt] = await here.shop.db.selectFrom("products").select("id").where("name", "=", "Shirt").execute()
    const shirtId = shirt?.id ?? ""
    const variants = async () =>
      (await findProduct(here.shop, shirtId)).variants.map(({ price, stock }) => [price, stock])
    const id = await versions(`${shirtId},,,6,9,,,Size,S`, `${shirtId},,,7,1,,,Size,M`)
    expect(await variants()).toEqual([
      [600, 9],
      [700, 1],
    ])
    expect((await undone(id)).counts).toEqual({ undone: 2 })
    expect(await variants()).toEqual([
      [500, 3],
      [500, 4],
    ])
    await expectInvariants(here.shop)
  })

  /** Makes a product in the sizes S and M, and returns what its page shows. */
  async function sized(handle: string) {
    await versions(`,${handle},${handle},5,3,Kitchen,Cotton,Size,S`, `,${handle},,5,4,,,Size,M`)
    const [row] = await here.shop.db.selectFrom("products").select("id").where("name", "=", handle).execute()
    const id = row?.id ?? ""
    const shown = async () => {
      const { options, variants, stock } = await findProduct(here.shop, id)
      return {
        options: options.map(({ name, values }) => [name, ...values.map((value) => value.name)].join(" ")),
        versions: variants.map(({ title, price, stock }) => [title, price, stock].join(" ")),
        stock,
      }
    }
    return { id, shown }
  }
  const variantOf = async (id: string, title: string) =>
    (await findProduct(here.shop, id)).variants.find((variant) => variant.title === title)?.id ?? ""

  test("lose the versions that the import added, and get them again from the same file", async () => {
    const { id, shown } = await sized("Blouse")
    const before = await shown()
    await buy(here.shop, await signUp(here.shop, "blouse@shop.test"), await variantOf(id, "S"))
    const file = [`${id},,Silk blouse,6,9,,,Size,L`, `${id},,,6,8,,,Size,S`] as const
    const first = await versions(...file)
    const during = { options: ["Size S M L"], versions: ["S 600 8", "M 500 4", "L 600 9"], stock: 21 }
    expect(await shown()).toEqual(during)
    expect(describeUndo(await countUndo(here.shop, admin, first))).toContain(
      "1 product gets its former values back. 1 version that the import added to it is deleted for good.",
    )
    expect((await undone(first)).counts).toEqual({ undone: 2 })
    expect(await shown()).toEqual({ ...before, versions: ["S 500 2", "M 500 4"], stock: 6 })
    expect((await findProduct(here.shop, id)).name).toBe("Blouse")
    await expectInvariants(here.shop)
    await versions(...file)
    expect(await shown()).toEqual(during)
  })

  test("get their former options back with the versions that these had", async () => {
    const { id, shown } = await sized("Tunic")
    const before = await shown()
    const heading = "_id,name,price,stock,category,desc,option1Name,option1Value,option2Name,option2Value"
    const added = await imported([`${id},,7,1,,,Size,S,Colour,Red`, `${id},,8,2,,,Size,L,Colour,Blue`], heading)
    expect(await shown()).toMatchObject({ versions: ["S, Red 700 1", "L, Blue 800 2"], stock: 3 })
    expect((await undone(added)).counts).toEqual({ undone: 2 })
    expect(await shown()).toEqual(before)
    const whole = await mugOf("Whole tunic", 7)
    const split = await imported([`${whole},,7,1,,,Size,S,,`, `${whole},,8,2,,,Size,L,,`], heading)
    expect(await edited(whole)).toMatchObject({ stock: 3, highestPrice: 800 })
    expect((await undone(split)).counts).toEqual({ undone: 2 })
    expect(await edited(whole)).toMatchObject({ stock: 7, price: 500, options: [] })
    await expectInvariants(here.shop)
  })

  test("are named if a version that the import added was sold, or their versions were changed since", async () => {
    const { id } = await sized("Smock")
    const sold = await versions(`${id},,,6,9,,,Size,L`)
    await buy(here.shop, await signUp(here.shop, "smock@shop.test"), await variantOf(id, "L"))
    await expect(startUndo(here.shop, admin, sold)).rejects.toThrow("Smock, L is in an order or a checkout")
    const changed = await versions(`${id},,,6,9,,,Size,XL`)
    await saveVariants(here.shop, admin, id, [{ values: ["m"], sold: false }])
    await expect(startUndo(here.shop, admin, changed)).rejects.toThrow("Smock: it was changed since")
    await saveVariants(here.shop, admin, id, [{ values: ["m"], sold: true }])
    await startUndo(here.shop, admin, changed)
    await buy(here.shop, await signUp(here.shop, "late-smock@shop.test"), await variantOf(id, "XL"))
    await runImport(here.shop, changed)
    expect((await stateOf(changed)).counts).toEqual({ kept: 1 })
    expect(await listImportRows(here.shop, admin, changed, { page: 1 })).toMatchObject([
      { message: "A version that the import added is in an order or a checkout" },
    ])
    await expectInvariants(here.shop)
  })

  test("stay if an older version of this shop added versions to them", async () => {
    const { id } = await sized("Apron")
    const added = await versions(`${id},,,6,9,,,Size,L`)
    await here.shop.db
      .updateTable("product_import_rows")
      .set({ fields: sql`fields - 'versions'`, before: sql`before - 'versions'` })
      .where("import_id", "=", added)
      .execute()
    await expect(startUndo(here.shop, admin, added)).rejects.toThrow(
      "Apron: the import added versions or options to it",
    )
  })

  test("of another shop are changed again when the file is imported again", async () => {
    const woo = (price: string, stock: number) =>
      imported(
        [`71,simple,KT,Kettle,1,${stock},${price},Kitchen`],
        "ID,Type,SKU,Name,Published,Stock,Regular price,Categories",
      )
    const first = await woo("20.00", 5)
    const [kettle] = await here.shop.db.selectFrom("products").select("id").where("name", "=", "Kettle").execute()
    const now = async () => {
      const { price, stock } = await edited(kettle?.id ?? "")
      return [price, stock]
    }
    const second = await woo("25.00", 9)
    expect(await now()).toEqual([2_500, 9])
    expect((await undone(second)).counts).toEqual({ undone: 1 })
    expect(await now()).toEqual([2_000, 5])
    const third = await woo("25.00", 9)
    expect(await now()).toEqual([2_500, 9])
    await woo("25.00", 11)
    await expect(startUndo(here.shop, admin, third)).rejects.toThrow("Kettle: it was changed since")
    expect((await undone(first)).counts).toEqual({ undone: 1 })
  })

  test("are named if their former cells in another shop are not known, as in imports of older versions", async () => {
    const heading = "ID,Type,SKU,Name,Published,Stock,Regular price,Categories"
    await imported(["72,simple,PT,Pitcher,1,5,20.00,Kitchen"], heading)
    const id = await imported(["72,simple,PT,Pitcher,1,5,25.00,Kitchen"], heading)
    await here.shop.db
      .updateTable("product_import_rows")
      .set({ before: sql`before - 'origin'` })
      .where("import_id", "=", id)
      .execute()
    await expect(startUndo(here.shop, admin, id)).rejects.toThrow("Pitcher: its former values are not known")
  })
})

test("an unfinished import cannot be taken back", async () => {
  const file = new File(
    [["name,price,stock,category,desc,sku", ...newRows("Unfinished", 2)].join("\n")],
    "products.csv",
  )
  const id = await previewImport(here.shop, admin, file)
  await expect(startUndo(here.shop, admin, id)).rejects.toThrow("Only a finished import")
})
