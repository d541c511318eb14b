import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { UserFilter } from "~/domain/staff/users/user-filter"
import { listUsers } from "~/domain/staff/users/users.server"
import { addBuyers, testAddress } from "~/testing/shop/buyers.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { AdminOrderFilter } from "./order-filter"
import { listOrders } from "./order-list.server"
import { listOrdersToPack } from "./packing/orders-to-pack.server"
import { PackFilter } from "./packing/packing-schemas"

let here: TestShop
let admin: Staff

const people = {
  zolc: { name: "Żółć Gęśla", city: "Łódź", pinCode: "90-001", country: "PL", state: "LD", phoneNo: "+48221234567" },
  muller: { name: "Jürgen Müller", city: "Köln", pinCode: "50667", country: "DE", state: "NW", phoneNo: "01715550199" },
  soren: {
    name: "Søren Åberg",
    city: "Ålborg",
    pinCode: "9000",
    country: "DK",
    state: "81",
    phoneNo: "+45 98 12 34 56",
  },
  oneill: {
    name: "Siân O’Neill",
    city: "Cardiff",
    pinCode: "CF10 1AA",
    country: "GB",
    state: "WLS",
    phoneNo: "029 2018 0000",
  },
  wang: { name: "王伟", city: "上海", pinCode: "200000", country: "CN", state: "SH", phoneNo: "8613800138000" },
  kirmizi: {
    name: "IŞIK Kırmızı",
    city: "İzmir",
    pinCode: "35000",
    country: "TR",
    state: "35",
    phoneNo: "+90 (0)232 483 00 00",
  },
}
type Person = keyof typeof people

beforeAll(async () => {
  here = await openTestShop()
  const { shop } = here
  admin = await signUpAdmin(shop)
  const product = await shelve(shop, admin, { name: "Wasser Größe 1,5 l", stock: 500 })
  for (const [id, { name, ...place }] of Object.entries(people)) {
    const member = await signUp(shop, `${id}@people.test`, name)
    const shipping_info = JSON.stringify({ ...testAddress, ...place })
    await shop.db.updateTable("users").set({ shipping_info }).where("id", "=", member.id).execute()
    const order = await buy(shop, member, product, 1)
    await shop.db.updateTable("orders").set({ shipping_info }).where("id", "=", order).execute()
  }
})
afterAll(() => here.close())

const ordersOf = async (search: string) => {
  const { orders } = await listOrders(here.shop, admin, AdminOrderFilter.parse({ search, sort: "date" }))
  return orders.map(({ userName }) => userName)
}
const customersOf = async (search: string) => {
  const { users } = await listUsers(here.shop, admin, UserFilter.parse({ search }))
  return users.map(({ name }) => name)
}
const toPack = async (search: string) => {
  const { orders } = await listOrdersToPack(here.shop, admin, PackFilter.parse({ search }))
  return orders.map(({ userName }) => userName)
}

describe.each<[Person, string[]]>([
  [
    "zolc",
    [
      "zolc",
      "ŻÓŁĆ",
      "Żółć",
      "gesla zolc",
      "lodz",
      "Łódź",
      "90-001",
      "90001",
      "90 001",
      "+48 22 123 45 67",
      "22 123 45 67",
      "022/1234567",
      "0048221234567",
    ],
  ],
  [
    "muller",
    [
      "muller",
      "mueller",
      "MÜLLER",
      "Mu\u0308ller",
      "juergen",
      "koeln",
      "koln",
      "50667",
      "0171 555-0199",
      "+49 171 5550199",
      "0049 (0)171 5550199",
      "491715550199",
      "555 01 99",
      "müller köln",
    ],
  ],
  ["soren", ["soren", "soeren", "aberg", "aaberg", "aalborg", "alborg", "98123456", "+45 98 12 34 56"]],
  ["oneill", ["neill", "sian", "cf101aa", "CF10 1AA", "cf10", "(029) 2018-0000", "+44 29 2018 0000"]],
  ["wang", ["王伟", "上海", "+86 138 0013 8000", "13800138000"]],
  ["kirmizi", ["ışık", "isik", "IŞIK", "kirmizi", "izmir", "İZMİR", "0232 4830000", "+90 232 483 00 00"]],
])("an order, a customer and an order to pack are found for %s", (person, searches) => {
  test.each(searches)("by %s", async (search) => {
    const found = [people[person].name]
    expect(await ordersOf(search)).toEqual(found)
    expect(await customersOf(search)).toEqual(found)
    expect(await toPack(search)).toEqual(found)
  })
})

test.each(["zolcx", "+49 171 5550198", "50668", "müllerin", "王", "5550199 zolc"])(
  "no one is found by %s",
  async (search) => {
    expect(await ordersOf(search)).toEqual([])
    expect(await customersOf(search)).toEqual([])
  },
)

test.each(["1,5l", "1.5 L", "groesse", "GRÖSSE", "grosse"])(
  "orders are found by a product's name written as %s",
  async (search) => {
    expect(await ordersOf(search)).toHaveLength(6)
  },
)

test.each([
  [
    "orders_by_person",
    "select id from orders where order_text(id, user_name, user_email, shipping_info, tracking_number)",
  ],
  [
    "users_by_person",
    "select id from users where deleted_at is null and not is_guest and person_text(name, email, shipping_info)",
  ],
  ["order_lines_by_text", "select id from order_lines where name_text(name)"],
])("%s is used by the search", async (index, query) => {
  await addBuyers(here.shop, 200)
  await sql`analyze users`.execute(here.shop.db)
  await here.shop.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const condition of [
      "like any (word_patterns('mueller'))",
      "like any (telephone_patterns('+49 171 5550199'))",
    ]) {
      const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${sql.raw(`${query} ${condition}`)}`.execute(tx)
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(`Bitmap Index Scan on ${index}`)
    }
  })
})
