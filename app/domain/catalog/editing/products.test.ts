import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { featuredProducts } from "../featured.server"
import { findProduct } from "../find-product.server"
import { ProductChanges, ProductFields } from "../product"
import { findDeletedProduct, similarProducts } from "../similar.server"
import { restoreProduct, softDeleteProduct } from "./delete-product.server"
import { publishProduct } from "./publish-product.server"
import { updateProduct } from "./update-product.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
})
afterAll(() => here.close())

const mug = { name: "Stoneware Mug", desc: "For tea.", category: "Kitchen", price: 1_450, stock: 8 } as const

const audited = (id: string) =>
  here.shop.db.selectFrom("audit_log").selectAll().where("subject_id", "=", id).orderBy("id").execute()

describe("the product fields that an administrator enters", () => {
  const fields = { name: " Mug ", price: "14.50", desc: "For tea.", category: "Kitchen", stock: "8" }

  test("are parsed from a form and from JSON", () => {
    expect(ProductFields.parse(fields)).toEqual({
      name: "Mug",
      price: 1_450,
      desc: "For tea.",
      category: "Kitchen",
      stock: 8,
    })
    expect(ProductFields.parse({ ...fields, price: 14.5, stock: 8 })).toMatchObject({ price: 1_450, stock: 8 })
  })

  test.each([
    ["price", "0"],
    ["price", "-1"],
    ["price", "1.999"],
    ["price", "1000000"],
    ["price", "ten"],
    ["stock", "-1"],
    ["stock", "1.5"],
    ["stock", "1000000"],
    ["stock", ""],
    ["category", " "],
    ["category", "x".repeat(61)],
    ["name", "  "],
    ["name", "x".repeat(201)],
    ["name", "Mug\r\nBcc: all@shop.example"],
    ["name", "Mug \u202egum"],
    ["name", "\u200b\u3164"],
    ["desc", ""],
  ])("are refused with %s %s, under the field's name", (field, value) => {
    const refused = ProductFields.safeParse({ ...fields, [field]: value })
    expect(refused.error?.issues.map((issue) => issue.path[0])).toEqual([field])
  })

  test("may omit what does not change", () => {
    expect(ProductChanges.parse({ price: "3" })).toEqual({ price: 300 })
  })
})

test("an unknown category is refused, under the field's name", async () => {
  const refused = { kind: "invalid", message: "Please choose a category", field: "category" }
  await expect(publishProduct(here.shop, admin, { ...mug, category: "Cars" })).rejects.toMatchObject(refused)
  const id = await publishProduct(here.shop, admin, mug)
  await expect(updateProduct(here.shop, admin, id, { category: "Cars" })).rejects.toMatchObject(refused)
})

describe("a published product", () => {
  test("can be found with all its fields", async () => {
    const id = await publishProduct(here.shop, admin, mug)
    expect(await findProduct(here.shop, id)).toMatchObject({ id, ...mug, rating: 0, numReviews: 0, pictures: [] })
    expect(await audited(id)).toMatchObject([
      { action: "product.published", actor_id: admin.id, actor_name: admin.name, before: null, after: mug },
    ])
  })

  test("changes only in the given fields; the audit log has the values before and after", async () => {
    const id = await publishProduct(here.shop, admin, mug)
    await updateProduct(here.shop, admin, id, { price: 1_600, stock: 10, stockSeen: 8, stockReason: "Delivery" })
    expect(await findProduct(here.shop, id)).toMatchObject({ ...mug, price: 1_600, stock: 10 })
    expect((await audited(id)).at(-1)).toMatchObject({
      action: "product.updated",
      before: { price: 1_450, stock: 8 },
      after: { price: 1_600, stock: 10 },
    })
  })

  test("disappears when it is deleted, and returns when it is restored", async () => {
    const id = await publishProduct(here.shop, admin, mug)
    await softDeleteProduct(here.shop, admin, id)
    await expect(findProduct(here.shop, id)).rejects.toMatchObject({ kind: "notFound", message: "Product not found" })
    await expect(updateProduct(here.shop, admin, id, { price: 1 })).rejects.toMatchObject({ kind: "notFound" })
    await expect(softDeleteProduct(here.shop, admin, id)).rejects.toMatchObject({ kind: "notFound" })
    expect(await findDeletedProduct(here.shop, id)).toEqual({ name: mug.name })
    await restoreProduct(here.shop, admin, id)
    expect(await findProduct(here.shop, id)).toMatchObject(mug)
    expect((await audited(id)).map((row) => row.action)).toEqual([
      "product.published",
      "product.deleted",
      "product.restored",
    ])
  })

  test("is not found under a malformed id", async () => {
    for (const id of ["", "abc", "z".repeat(24), "0".repeat(24), "0".repeat(10_000)]) {
      await expect(findProduct(here.shop, id)).rejects.toMatchObject({ kind: "notFound" })
    }
  })
})

describe("the front page", () => {
  test("features the best-rated products in stock with enough reviews", async () => {
    const rated = async (name: string, rating: number, reviews: number, stock = 5) => {
      const id = await publishProduct(here.shop, admin, { ...mug, name, stock })
      const facts = { num_reviews: reviews, rating_halves: rating * 2 * reviews }
      await here.shop.db.updateTable("products").set(facts).where("id", "=", id).execute()
    }
    await rated("Good", 4, 10)
    await rated("Best", 4.5, 3)
    await rated("Lucky", 5, 1)
    await rated("Gone", 5, 90, 0)
    const { featured, arrivals } = await featuredProducts(here.shop, 4)
    expect(featured.slice(0, 2).map((product) => product.name)).toEqual(["Best", "Good"])
    expect(featured).toHaveLength(4)
    expect(new Set(featured.map((product) => product.id)).size).toBe(4)
    expect(arrivals.slice(0, 2).map((product) => product.name)).toEqual(["Lucky", "Best"])
  })

  test("shows similar products next to one: first by words of its name, then by the nearest price", async () => {
    const lamp = { ...mug, category: "Household", name: "Oak Lamp", price: 10_000 } as const
    const id = await publishProduct(here.shop, admin, lamp)
    await publishProduct(here.shop, admin, { ...lamp, name: "Brass Lamp", price: 40_000 })
    await publishProduct(here.shop, admin, { ...lamp, name: "Wool Throw", price: 10_100 })
    await publishProduct(here.shop, admin, { ...lamp, name: "Linen Towel", price: 12_000 })
    await publishProduct(here.shop, admin, { ...lamp, name: "Oak Lamp", stock: 0 })
    const similar = await similarProducts(here.shop, id)
    expect(similar.map((product) => product.name)).toEqual(["Brass Lamp", "Wool Throw", "Linen Towel"])
  })
})
