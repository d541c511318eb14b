import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { listImportRows } from "./import-rows.server"
import { findImport, startImport } from "./imports.server"
import { previewImport } from "./preview-import.server"
import { resumeImports, runImport } from "./run-import.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
  await shelve(here.shop, admin, { category: "Kitchen", name: "A shelf" })
})
afterAll(() => here.close())

const check = (text: string, to = here) => previewImport(to.shop, admin, new File([text], "products.csv"))
const countsOf = async (id: string) => {
  const { counts } = await findImport(here.shop, admin, id)
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

const heading =
  "handle,name,category,desc,status,publishedFrom,price,compareAtPrice,stock,sku,option1Name,option1Value,brand"
const bowls = [
  "bowl,Bowl,Kitchen,A round bowl,,,30,,4,B-L,Size,Large,Nordic",
  "bowl,,,,,,10,12,0,B-S,Size,Small,",
  "bowl,,,,,,10,,7,B-M,Size,Medium,",
]
const mug = ["mug,Mug,Kitchen,For tea,,,5,6,3,M-1,,,"]
const cup = ["cup,Cup,Kitchen,For espresso,draft,,4,,0,,,,"]
const jug = ["jug,Jug,Kitchen,For water,published,2999-01-01,8,,2,,,,"]

/** Everything about products except ids and moments */
async function catalogOf({ shop }: TestShop, names: readonly string[]) {
  const { rows } = await sql`
    select to_jsonb(products) - array['id', 'created_at', 'updated_at'] as product, description, facts,
      (select jsonb_agg(to_jsonb(variants) - array['id', 'product_id', 'created_at', 'updated_at', 'removed_at']
          || jsonb_build_object('is_removed', removed_at is not null,
            'moves', (select jsonb_agg(jsonb_build_array(change, reason, note, actor_id is not null) order by id)
              from stock_ledger where variant_id = variants.id))
          order by removed_at is null, position, sku) from variants where product_id = products.id and removed_at is null) as variants,
      (select jsonb_agg(jsonb_build_array(action, before, after, actor_name) order by audit_log.id)
        from audit_log where subject_id = products.id) as audit
    from products join product_descriptions on product_id = products.id
    where name = any(${names}) order by name`.execute(shop.db)
  return rows
}

test("products that are written together are what they are alone", async () => {
  const other = await openTestShop()
  try {
    const staff = await signUpAdmin(other.shop)
    await shelve(other.shop, staff, { category: "Kitchen", name: "A shelf" })
    const together = await check([heading, ...bowls, ...mug, ...cup, ...jug].join("\n"))
    await startImport(here.shop, admin, together)
    await runImport(here.shop, together)
    for (const lines of [bowls, mug, cup, jug]) {
      const id = await previewImport(other.shop, staff, new File([[heading, ...lines].join("\n")], "products.csv"))
      await startImport(other.shop, staff, id)
      await runImport(other.shop, id)
    }
    const names = ["Bowl", "Mug", "Cup", "Jug"]
    expect(await countsOf(together)).toEqual({ created: 6 })
    expect(await catalogOf(here, names)).toEqual(await catalogOf(other, names))
    const words = sql`select word, weight from search_words order by word`
    expect((await words.execute(here.shop.db)).rows).toEqual((await words.execute(other.shop.db)).rows)
    await expectInvariants(here.shop)
  } finally {
    await other.close()
  }
})

test("a product that became invalid since the preview does not stop the others of its batch", async () => {
  const lines = Array.from({ length: 12 }, (_, place) => `,Batched ${place},Kitchen,For tea,,,3,,6,BA-${place},,,`)
  const id = await check([heading, ...lines].join("\n"))
  const taken = await check([heading, ",Quicker,Kitchen,For tea,,,3,,6,ba-7,,,"].join("\n"))
  for (const each of [taken, id]) {
    await startImport(here.shop, admin, each)
    await runImport(here.shop, each)
  }
  expect(await countsOf(id)).toEqual({ created: 11, failed: 1 })
  const [failed] = await listImportRows(here.shop, admin, id, { page: 1, outcome: "failed" })
  expect(failed).toMatchObject({ line: 9, message: "BA-7 is the SKU of Quicker" })
  await expectInvariants(here.shop)
})

test("a batch that the database refuses is written product by product", async () => {
  const lines = Array.from({ length: 5 }, (_, place) => `,Raced ${place},Kitchen,For tea,,,3,,6,RA-${place},,,`)
  const id = await check([heading, ...lines].join("\n"))
  await startImport(here.shop, admin, id)
  let transactions = 0
  const refusing = {
    ...here.shop,
    transaction: (work: Parameters<typeof here.shop.transaction>[0]) => {
      if (++transactions === 1) throw Object.assign(new Error("duplicate key"), { constraint: "variants_of_sku" })
      return here.shop.transaction(work)
    },
  } as typeof here.shop
  await runImport(refusing, id)
  expect(transactions).toBe(6)
  expect(await countsOf(id)).toEqual({ created: 5 })
})

test("an import whose process ends within a batch writes each product once", async () => {
  const lines = Array.from({ length: 120 }, (_, place) => `,Killed ${place},Kitchen,For tea,,,3,,6,KI-${place},,,`)
  const id = await check([heading, ...lines].join("\n"))
  await startImport(here.shop, admin, id)
  let transactions = 0
  const dying = {
    ...here.shop,
    transaction: async (work: Parameters<typeof here.shop.transaction>[0]) => {
      if (++transactions < 2) return here.shop.transaction(work)
      return here.shop.transaction(async (tx) => {
        await work(tx)
        throw new Error("the process was killed")
      })
    },
  } as typeof here.shop
  await expect(runImport(dying, id)).rejects.toThrow("killed")
  expect(await countsOf(id)).toEqual({ created: 50, create: 70 })
  await Promise.all([resumeImports(here.shop), resumeImports(here.shop)])
  expect(await countsOf(id)).toEqual({ created: 120 })
  const made = here.shop.db.selectFrom("products").select("id").where("name", "like", "Killed %")
  expect(await made.execute()).toHaveLength(120)
  await expectInvariants(here.shop)
})
