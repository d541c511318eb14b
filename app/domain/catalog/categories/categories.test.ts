import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { browseProducts, listProducts } from "~/domain/search/listing.server"
import { parseProductFilter } from "~/domain/search/product-filter"
import { anAdmin } from "~/testing/shop/people.server"
import { shelve } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { softDeleteProduct } from "../editing/delete-product.server"
import { updateProduct } from "../editing/update-product.server"
import { findProduct } from "../find-product.server"
import { reindexProducts } from "../reindex-products.server"
import { initialCategories } from "./category"
import { restoreCategory, softDeleteCategory } from "./delete-category.server"
import { moveProducts } from "./move-products.server"
import { createCategory, moveCategory, updateCategory } from "./save-category.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
})
afterAll(() => here.close())

/** Every request does this first. */
const current = async () => {
  await here.shop.categories.renew()
  return here.shop.categories.current
}
const names = async () => (await current()).names
const make = (name: string) => createCategory(here.shop, admin, { name, body: "" })
const rename = (id: string, name: string) => updateCategory(here.shop, admin, id, { name, body: "" })
const list = async (query: string) => {
  const filter = parseProductFilter(await current(), new URLSearchParams(query))
  return (await listProducts(here.shop, filter)).products.map(({ name }) => name)
}
const add = async (name: string, category: string) => {
  await current()
  return shelve(here.shop, admin, { name, category })
}
const lastEntry = () =>
  here.shop.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow()

test("a new shop has the specification's six categories, in their order", async () => {
  expect(await names()).toEqual([...initialCategories])
})

describe("a category added by the owner", () => {
  test("comes last, holds products, and is recorded", async () => {
    const id = await make("Poetry & Prose")
    expect((await names()).at(-1)).toBe("Poetry & Prose")
    expect((await current()).find("poetry-prose")?.id).toBe(id)
    expect(await lastEntry()).toMatchObject({ action: "category.created", subject_id: id, actor_id: admin.id })
    const book = await add("Leaves of Grass", "POETRY & prose")
    expect((await findProduct(here.shop, book)).category).toBe("Poetry & Prose")
    expect(await list("category=poetry+%26+prose")).toEqual(["Leaves of Grass"])
    expect(await list("keyword=grass&category=Poetry+%26+Prose")).toEqual(["Leaves of Grass"])
    expect(await list("keyword=prose")).toEqual(["Leaves of Grass"])
  })

  test.each(["kitchen", " KITCHEN "])("cannot take the name %s of another category", async (name) => {
    const refused = { kind: "invalid", field: "name", message: "There is already a category “Kitchen”" }
    await expect(make(name.trim())).rejects.toMatchObject(refused)
  })

  test("has an address, whatever its name", async () => {
    const [one, two, three] = [await make("Été!"), await make("Ete?"), await make("★")]
    const { all } = await current()
    const slugs = [one, two, three].map((id) => all.find((category) => category.id === id)?.slug)
    expect(slugs).toEqual(["ete", "ete-2", three])
  })

  test("is created once by two concurrent requests", async () => {
    const made = await Promise.allSettled([make("Twins"), make("twins")])
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  })

  test("moves up and down between the ends", async () => {
    const before = [...(await names())]
    const { all } = await current()
    const second = all[1]?.id ?? ""
    await moveCategory(here.shop, admin, { id: second, direction: "up" })
    expect((await names()).slice(0, 2)).toEqual([before[1], before[0]])
    await moveCategory(here.shop, admin, { id: second, direction: "up" })
    expect((await names())[0]).toBe(before[1])
    await moveCategory(here.shop, admin, { id: second, direction: "down" })
    expect(await names()).toEqual(before)
  })
})

describe("a renamed category", () => {
  test("is found by its former names until another category has them, and its products by the new one", async () => {
    const id = await make("Toys")
    await add("Oak train", "Toys")
    await rename(id, "Games for Children")
    await rename(id, "Play")
    expect(await list("category=Toys")).toEqual(["Oak train"])
    expect(await list("category=games-for-children")).toEqual(["Oak train"])
    expect(await list("keyword=train&category=Play")).toEqual(["Oak train"])
    expect([await list("keyword=play"), await list("keyword=toys")]).toEqual([["Oak train"], []])
    const other = await make("Toys")
    expect((await current()).find("toys")?.id).toBe(other)
    await rename(other, "Dolls")
    expect((await current()).find("toys")?.id).toBe(other)
  })

  test("hides no product from a search while the index has the old words", async () => {
    const id = await make("Yarn")
    await add("Merino skein", "Yarn")
    await here.shop.db
      .updateTable("categories")
      .set({ name: "Wool", words_outdated: true })
      .where("id", "=", id)
      .execute()
    await here.shop.db.insertInto("search_reindexing").values({ after_id: "" }).execute()
    expect(await list("keyword=merino&category=Wool")).toEqual(["Merino skein"])
    await reindexProducts(here.shop)
    expect((await current()).find("Wool")?.wordsOutdated).toBe(false)
    expect(await list("keyword=merino&category=Wool")).toEqual(["Merino skein"])
  })

  test("is not overwritten by an edit that has not seen the new name", async () => {
    const id = await make("Lamps")
    const snapshot = { name: "Lamps", body: "", pictures: "" }
    await rename(id, "Lights")
    const late = updateCategory(here.shop, admin, id, { name: "Lamps", body: "Bright.", snapshot })
    await expect(late).rejects.toMatchObject({ kind: "conflict", fields: [{ field: "name", current: "Lights" }] })
  })

  test("keeps its picture until it is removed", async () => {
    const id = await make("Posters")
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#353" } })
      .png()
      .toBuffer()
    await updateCategory(here.shop, admin, id, { name: "Posters", body: "", picture: png })
    expect((await current()).find("posters")?.picture).toMatchObject({ width: 40, height: 30 })
    await rename(id, "Prints")
    expect((await current()).find("prints")?.picture).not.toBeNull()
    await updateCategory(here.shop, admin, id, { name: "Prints", body: "", picture: null })
    expect((await current()).find("prints")?.picture).toBeNull()
  })
})

describe("a deleted category", () => {
  test("moves its products to another, to which its addresses redirect, and gets them back when restored", async () => {
    const [from, to] = [await make("Gloves"), await make("Winter")]
    await rename(from, "Mittens")
    const products = [await add("Grey mittens", "Mittens"), await add("Lost mitten", "Mittens")]
    const elsewhere = await add("Moved on", "Mittens")
    await softDeleteProduct(here.shop, admin, products[1] as string)
    await softDeleteCategory(here.shop, admin, from, to)
    expect(await names()).not.toContain("Mittens")
    expect((await list("category=gloves")).sort()).toEqual(["Grey mittens", "Moved on"])
    expect((await findProduct(here.shop, products[0] as string)).category).toBe("Winter")
    expect(await lastEntry()).toMatchObject({ action: "category.deleted", after: { movedTo: "Winter" } })
    await updateProduct(here.shop, admin, elsewhere, { category: "Kitchen" })

    await restoreCategory(here.shop, admin, from)
    await current()
    expect(await list("category=Mittens")).toEqual(["Grey mittens"])
    expect(await list("category=Winter")).toEqual([])
    const rows = here.shop.db.selectFrom("products").select("category").where("id", "in", products)
    expect(await rows.execute()).toEqual([{ category: from }, { category: from }])
    await expect(restoreCategory(here.shop, admin, from)).rejects.toMatchObject({ kind: "notFound" })
  })

  test("shows where its products go even before all have moved", async () => {
    const [from, to] = [await make("Socks"), await make("Feet")]
    const sock = await add("Blue sock", "Socks")
    await here.shop.db
      .updateTable("categories")
      .set({ deleted_at: here.clock.now(), successor: to })
      .where("id", "=", from)
      .execute()
    expect((await findProduct(here.shop, sock)).category).toBe("Feet")
    await moveProducts(here.shop)
    expect(await list("category=socks")).toEqual(["Blue sock"])
  })

  test("needs no successor if it has no products, and otherwise an existing one", async () => {
    const [empty, full] = [await make("Empty"), await make("Full")]
    await add("Jar", "Full")
    await softDeleteCategory(here.shop, admin, empty, null)
    expect((await current()).find("Empty")).toBeNull()
    for (const successor of [null, full, empty, "f".repeat(24)]) {
      const refused = softDeleteCategory(here.shop, admin, full, successor)
      await expect(refused).rejects.toMatchObject({ kind: "invalid", field: "successor" })
    }
    await make("Empty")
    await expect(restoreCategory(here.shop, admin, empty)).rejects.toThrow("There is already a category “Empty”")
  })

  test("receives no product that is being published at that moment", async () => {
    const id = await make("Rush")
    await current()
    const done = await Promise.allSettled([
      softDeleteCategory(here.shop, admin, id, null),
      ...Array.from({ length: 8 }, (_, index) => shelve(here.shop, admin, { name: `Rush ${index}`, category: "Rush" })),
    ])
    const lost = await here.shop.db
      .selectFrom("products")
      .innerJoin("categories", "categories.key", "products.category")
      .select("products.id")
      .where("categories.deleted_at", "is not", null)
      .execute()
    expect(done).toHaveLength(9)
    expect(lost).toEqual([])
  })
})

test("a shop counts its products by category in the owner's order", async () => {
  const { categories } = await browseProducts(here.shop, parseProductFilter(await current(), new URLSearchParams()))
  expect(categories.map(({ category }) => category)).toEqual(await names())
})
