import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { listProductTable } from "~/domain/product-table/product-table.server"
import { ProductTableFilter } from "~/domain/product-table/product-table-filter"
import { UserFilter } from "~/domain/staff/users/user-filter"
import { listUsers } from "~/domain/staff/users/users.server"
import { compareNames } from "~/domain/text/compare-names"
import { shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop, "admin@shop.test", "Яна")
})
afterAll(() => here.close())

/** The order of CLDR's root collation: letters by their kind, then accents, then case. */
const sorted = ["apfel", "Äpfel", "Éclair", "Łódź", "Müller", "öl", "Straße", "Strauss", "Zebra", "Ωμέγα", "Ящик"]

test("products and customers are sorted as in a dictionary, in both directions", async () => {
  for (const [at, name] of sorted.toReversed().entries()) {
    await shelve(here.shop, admin, { name })
    await signUp(here.shop, `sorted${at}@shop.test`, name)
  }
  const products = async (sort: string) => {
    const pages = await Promise.all(
      ["1", "2"].map((page) => listProductTable(here.shop, admin, ProductTableFilter.parse({ sort, page }))),
    )
    return pages.flatMap((page) => page.products.map(({ name }) => name))
  }
  expect(await products("name")).toEqual(sorted)
  expect(await products("-name")).toEqual(sorted.toReversed())
  const { users } = await listUsers(here.shop, admin, UserFilter.parse({ sort: "name" }))
  expect(users.map(({ name }) => name)).toEqual(sorted.slice(0, users.length))
  expect(sorted.toReversed().sort(compareNames)).toEqual(sorted)
})

test.each([
  ["products_by_sorted_name", "select id from products where deleted_at is null"],
  ["users_by_sorted_name", "select id from users where deleted_at is null and not is_guest"],
])("%s has the order of the table", async (index, query) => {
  await here.shop.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain ${sql.raw(query)} order by (sort_name(name) collate dictionary), id limit 10`.execute(tx)
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(`using ${index}`)
  })
})
