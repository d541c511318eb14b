import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { createCategory, updateCategory } from "./save-category.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
})
afterAll(() => here.close())

const make = (name: string) => createCategory(here.shop, admin, { name, body: "" })
const taken = (name: string) => ({ kind: "invalid", field: "name", message: `There is already a category “${name}”` })

describe("a category's name", () => {
  test.each([
    ["İçecek", ["içecek", "IÇECEK", "ıçecek", "i̇çecek", "I\u0307c\u0327ecek"]],
    ["ΜΕΓΕΘΟΣ", ["μεγεθος", "Μεγεθος", "ΜΕΓΕΘΟς"]],
    ["Gießkannen", ["GIESSKANNEN", "giesskannen", "GIEẞKANNEN"]],
    ["Coﬀee", ["COFFEE", "coffee"]],
    ["Café", ["CAFÉ", "Cafe\u0301"]],
  ])("%s is reserved in each form by which the category is found", async (name, forms) => {
    const id = await make(name)
    for (const form of forms) {
      await expect(make(form)).rejects.toMatchObject(taken(name))
      expect(here.shop.categories.current.find(form)?.id).toBe(id)
    }
  })

  test("still leads to the category in each form after a rename, however long its key is", async () => {
    const name = "ﬃ".repeat(60)
    const id = await make(name)
    await updateCategory(here.shop, admin, id, { name: "Ligatures", body: "" })
    expect(here.shop.categories.current.find("ffi".repeat(60))).toBeNull()
    expect(here.shop.categories.current.find(name)?.id).toBe(id)
    const street = await make("Straße")
    await updateCategory(here.shop, admin, street, { name: "Road", body: "" })
    expect(here.shop.categories.current.find("STRASSE")?.id).toBe(street)
  })

  test("is refused by the database as well as by the shop", async () => {
    const copy = sql`
      insert into categories (id, key, name, slug, position)
      values (${"f".repeat(24)}, 'copy', 'IÇECEK', 'copy', 99)`.execute(here.shop.db)
    await expect(copy).rejects.toMatchObject({ constraint: "categories_by_name_key" })
  })
})
