import { expect, test } from "vitest"
import { BASELINE, migrate } from "./migrate.server"
import { openOldDatabase } from "./testing/test-old-database"

const idOf = (number: number) => String(number).padStart(24, "0")

test("rows whose names became equal stay, numbered and listed in the audit log, and their options are merged", async () => {
  const old = await openOldDatabase(BASELINE)
  const { client } = old
  try {
    for (const [at, name] of ["Maße", "MASSE", "Maſſe", "MASSE (2)"].entries())
      await client.query(
        "insert into categories (id, key, name, slug, position) values ($1::text, $1::text, $2, $1::text, 9)",
        [idOf(100 + at), name],
      )
    for (const [at, name] of ["Straße", "STRASSE"].entries())
      await client.query("insert into roles (id, name) values ($1, $2)", [idOf(200 + at), name])
    for (const [at, sku] of ["DİZ-100", "dız-100", `${"ß".repeat(32)}`, "s".repeat(64), "ss"].entries()) {
      await client.query(
        `insert into products (id, name, price, category, created_at, updated_at) values ($1, $2, 100, 'Kitchen', now(), now())`,
        [idOf(300 + at), `Product ${at}`],
      )
      await client.query("update variants set sku = $2 where id = $1", [idOf(300 + at), sku])
    }
    const options = (name: string) => JSON.stringify([{ name, values: [{ name: "Weiß", slug: "weiss" }] }])
    for (const [at, name] of ["Größe", "GRÖSSE", "Gross"].entries())
      await client.query("update products set options = $2 where id = $1", [idOf(300 + at), options(name)])
    await client.query("update option_names set merged_into = 'große' where key = 'gross'")

    await migrate(old.url)

    const valuesOf = async (query: string) => (await client.query({ text: query, rowMode: "array" })).rows.flat()
    expect(await valuesOf("select name from categories where id > '0000000000000000000001' order by id")).toEqual([
      "Maße",
      "MASSE (3)",
      "Maſſe (4)",
      "MASSE (2)",
    ])
    expect(await valuesOf("select name from roles where id > '0000000000000000000002' order by id")).toEqual([
      "Straße",
      "STRASSE (2)",
    ])
    expect(await valuesOf("select sku from variants order by id")).toEqual([
      "DİZ-100",
      "dız-100-2",
      "ß".repeat(32),
      `${"s".repeat(57)}-2`,
      "ss",
    ])
    expect(
      await valuesOf("select action || ' ' || coalesce(after ->> 'name', after ->> 'sku') from audit_log order by id"),
    ).toEqual([
      "category.update MASSE (3)",
      "category.update Maſſe (4)",
      "role.update STRASSE (2)",
      "product.update dız-100-2",
      `product.update ${"s".repeat(57)}-2`,
    ])
    expect(await valuesOf("select key || ' ' || coalesce(merged_into, '') from option_names order by key")).toEqual([
      "gross grosse",
      "grosse ",
      "große grosse",
    ])
    await client.query("delete from search_reindexing")
    expect(await valuesOf("select key from option_names order by key")).toEqual(["gross", "grosse"])
    await expect(client.query("update variants set sku = 'DIZ-100' where id = $1", [idOf(304)])).rejects.toMatchObject({
      constraint: "variants_of_sku",
    })
  } finally {
    await old.close()
  }
})
