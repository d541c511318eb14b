import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { record } from "~/domain/records/record"
import { describeIssue } from "~/domain/validation/validation"
import { addProduct } from "~/testing/shop/buyers.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { factFields } from "./fact-fields"
import { type Facts, factsAfter, factTexts } from "./facts"

let here: TestShop
beforeAll(async () => {
  here = await openTestShop()
})
afterAll(() => here.close())

const parsed = (fields: object) => record(factFields).changes.safeParse(fields, { error: describeIssue })
const errorOf = (fields: object) => parsed(fields).error?.issues[0]?.message

test("facts survive being formatted and parsed", () => {
  const facts: Facts = {
    brand: "Oat & Clay",
    manufacturerAddress: "1 Kiln Lane\nPorto",
    own: [
      { name: "Height", value: "12 cm" },
      { name: "Ratio", value: "16:9" },
    ],
  }
  const read = parsed(factTexts(facts))
  expect(factsAfter({}, read.data ?? {})).toEqual(facts)
  expect(factsAfter(facts, { brand: "", ownFacts: "" })).toEqual({ manufacturerAddress: "1 Kiln Lane\nPorto" })
  expect(factsAfter(facts, {})).toEqual(facts)
  expect(parsed({ ownFacts: " Height :12 cm \r\n\r\n Ratio: 16:9\r\n" }).data?.ownFacts).toBe(
    "Height: 12 cm\nRatio: 16:9",
  )
})

describe("an invalid fact is refused with a message", () => {
  test.each([
    [{ brand: "x".repeat(101) }, "Brand has at most 100 characters"],
    [{ brand: "two\nlines" }, "Brand is one line"],
    [{ material: "\u202etext" }, "Material contains a character that cannot be used"],
    [{ manufacturerContact: "call us" }, "Please enter an email address, or a web address that begins with https://"],
    [{ warnings: "x".repeat(2_001) }, "Warnings has at most 2000 characters"],
    [{ ownFacts: "Height 12 cm" }, "Please write “Height 12 cm” as a name, a colon and a value"],
    [{ ownFacts: "Height: 1\nheight: 2" }, "height is listed twice"],
    [{ ownFacts: `Height: ${"x".repeat(301)}` }, "A fact has at most 300 characters"],
    [{ ownFacts: Array.from({ length: 21 }, (_, place) => `Fact ${place}: x`).join("\n") }, "at most 20 facts"],
    [{ ownFacts: "x".repeat(20_001) }, "These are too many facts"],
  ])("%j", (fields, words) => {
    expect(errorOf(fields)).toContain(words)
  })
})

test("the database has the same limits", async () => {
  const id = await addProduct(here.shop, {})
  const write = (facts: object) =>
    here.shop.db
      .updateTable("product_descriptions")
      .set({ facts: JSON.stringify(facts) })
      .where("product_id", "=", id)
      .execute()
  for (const facts of [
    { colour: "red" },
    { brand: 5 },
    { brand: "" },
    { warnings: "x".repeat(2_001) },
    { own: {} },
    { own: [{ name: "Height" }] },
    { own: [{ name: "", value: "x" }] },
    { own: Array.from({ length: 21 }, () => ({ name: "a", value: "b" })) },
    [],
  ]) {
    await expect(write(facts), JSON.stringify(facts)).rejects.toThrow("product_descriptions_have_facts")
  }
  await write({ brand: "x", warnings: "x".repeat(2_000), own: [{ name: "Height", value: "12 cm" }] })
})
