import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { findImport, startImport } from "./imports.server"
import { previewImport } from "./preview-import.server"
import { resumeImports, runImport } from "./run-import.server"
import { startUndo } from "./undo-import.server"

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
  let transactions = 0
  const dying = {
    ...here.shop,
    transaction: (work: Parameters<typeof here.shop.transaction>[0]) => {
      if (++transactions > 1) throw new Error("the process was killed")
      return here.shop.transaction(work)
    },
  } as typeof here.shop
  await expect(runImport(dying, id)).rejects.toThrow("killed")
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

test("an import that changed earlier products is not taken back", async () => {
  const mug = await shelve(here.shop, admin, { name: "Earlier mug", category: "Kitchen", price: 500 })
  const id = await imported([`${mug},6`], "_id,price")
  await expect(startUndo(here.shop, admin, id)).rejects.toThrow("This import changed Earlier mug")
})

test("an unfinished import cannot be taken back", async () => {
  const file = new File(
    [["name,price,stock,category,desc,sku", ...newRows("Unfinished", 2)].join("\n")],
    "products.csv",
  )
  const id = await previewImport(here.shop, admin, file)
  await expect(startUndo(here.shop, admin, id)).rejects.toThrow("Only a finished import")
})
