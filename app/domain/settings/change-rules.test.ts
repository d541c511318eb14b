import { expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import type { PricingRules } from "~/domain/pricing/rules"
import { logStatements } from "~/testing/pages/statements.server"
import { openForTests } from "~/testing/processes/open-for-tests"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop } from "~/testing/shop/test-shop.server"
import { changeRules } from "./change-rules.server"
import { readNewestRules } from "./pricing-versions.server"

const here = openForTests(async () => {
  const opened = await openTestShop()
  const people = await Promise.all(["Ada Hopper", "Alan Turing"].map((name) => anAdmin(opened.shop, { name })))
  return { ...opened, people: people as [Staff, Staff] }
})

const newest = async () => (await readNewestRules(here.shop)).version

const save = (staff: Staff, part: "currency" | "home", value: string, opened: number | null = null) =>
  changeRules(here.shop, staff, {
    ...{ event: "shipping.updated", what: "part of the shop", snapshot: opened },
    textsOf: (rules) => ({ [part]: part === "home" ? rules.home.pinCode : rules.currency }),
    edit: (rules) =>
      part === "home"
        ? { ...rules, home: { ...rules.home, pinCode: value } }
        : { ...rules, currency: value as PricingRules["currency"] },
  })

test.each([
  ["the first since the form was opened", 0],
  ["one between others", 3],
])("the author of a concurrent change of a form is found with few statements, in the case of %s", async (_, before) => {
  const [ada, alan] = here.people
  const opened = await newest()
  for (let time = 0; time < before; time++) await save(ada, "currency", ["EUR", "USD"][time % 2] as string)
  await save(alan, "home", `1${before}`)
  for (let time = 0; time < 40; time++) await save(ada, "currency", ["USD", "CHF"][time % 2] as string)
  const log = logStatements(here.pool)
  await expect(save(ada, "home", "2", opened)).rejects.toThrow("Alan Turing has changed this part of the shop")
  expect(log.texts.filter((text) => text.includes('from "pricing_versions"')).length).toBeLessThanOrEqual(3)
})

test("after very many versions from other forms the author is unknown", async () => {
  const [ada, alan] = here.people
  const opened = await newest()
  await save(alan, "home", "31")
  for (let time = 0; time < 101; time++) await save(ada, "currency", ["EUR", "USD"][time % 2] as string)
  await expect(save(ada, "home", "4", opened)).rejects.toThrow("Someone has changed this part of the shop")
})
