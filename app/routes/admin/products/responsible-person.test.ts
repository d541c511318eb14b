import { beforeEach, expect, test } from "vitest"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { pageText } from "~/testing/pages/page-text"
import { productPageOf } from "~/testing/pages/product-page.server"
import { hiddenFields } from "~/testing/pages/web-checkout.server"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { shelve } from "~/testing/shop/test-orders.server"

const here = openBackOfficeTest()
const read = async (path: string) => (await here.adminBrowser.get(path)).text()

async function enter(responsiblePersons: string) {
  const { version } = await readNewestSettings(here.shop)
  await changeSettings(here.shop, here.admin, { snapshot: version, facts: { ...emptyFacts, responsiblePersons } })
  await here.shop.settings.renew()
}

beforeEach(() => enter("EU Rep GmbH\nWeg 1\n10115 Berlin\nrep@eu.example"))

const typed = { name: "Lamp", price: "10.00", desc: "Bright.", category: "Kitchen", stock: "10" }

async function choose(id: string, responsiblePerson: string) {
  const path = `/admin/product/${id}`
  return here.adminBrowser.post(path, { ...hiddenFields(await read(path)), ...typed, responsiblePerson })
}

test("a product names the person that its form chose, on its page and in the JSON, as the settings have it now", async () => {
  const id = await shelve(here.shop, here.admin, { name: "Lamp" })
  expect(await read(`/admin/product/${id}`)).toContain('<option value="EU Rep GmbH">EU Rep GmbH</option>')
  expect((await choose(id, "eu rep gmbh")).status).toBe(303)
  const page = await productPageOf(here.shop, id)
  expect(pageText(await read(page))).toContain(
    "Responsible person in the EU EU Rep GmbH Weg 1 10115 Berlin rep@eu.example",
  )
  await enter("EU Rep GmbH\nNeue Gasse 2\nrep@eu.example")
  expect(pageText(await read(page))).toContain("Neue Gasse 2")
  const { product } = await (await here.adminBrowser.get(`/api/v1/product/${id}`)).json()
  expect(product.facts.responsiblePerson).toBe("EU Rep GmbH")
  const person = { name: "EU Rep GmbH", address: "Neue Gasse 2", contact: "rep@eu.example" }
  expect(product.responsiblePerson).toEqual(person)
  expect(await read(page)).toContain(
    '{"@type":"PropertyValue","name":"Responsible person in the EU","value":"EU Rep GmbH, Neue Gasse 2, rep@eu.example"}',
  )
})

test("an unknown person is refused at the field, in the form and in a file", async () => {
  const id = await shelve(here.shop, here.admin, { name: "Bowl" })
  const refused = await choose(id, "Nobody Ltd")
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("The settings have no responsible person of this name")
  const body = new FormData()
  const file = `_id,price,responsiblePerson\n${id},12,Nobody Ltd\n`
  body.append("file", new File([file], "list.csv", { type: "text/csv" }))
  const judged = await here.adminBrowser.send("/admin/products/import", {
    ...{ method: "POST", body },
    headers: { Origin: here.url },
  })
  expect(pageText(await read(judged.headers.get("Location") ?? ""))).toContain(
    "The settings have no responsible person “Nobody Ltd”",
  )
})

test("a product keeps its person when the settings no longer have it", async () => {
  const id = await shelve(here.shop, here.admin, { name: "Vase" })
  await choose(id, "EU Rep GmbH")
  await enter("")
  expect((await choose(id, "EU Rep GmbH")).status).toBe(303)
  expect(pageText(await read(await productPageOf(here.shop, id)))).toContain("Responsible person in the EU EU Rep GmbH")
})
