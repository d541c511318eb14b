import { expect, test } from "vitest"
import { runCustomerImport } from "~/domain/customers/import/run-import.server"
import { sendInvitations } from "~/domain/customers/invitations.server"
import { form } from "~/testing/pages/form-data"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"

const here = openBackOfficeTest()

const HEADINGS = "First Name,Last Name,Email,Accepts Email Marketing,Address1,City,Province Code,Country Code,Zip,Phone"
const customer = (name: string) =>
  `${name},Marsh,${name.toLowerCase()}@moved.test,yes,1 Reed Lane,Springfield,IL,US,62704,2175550123`

const textOf = async (path: string) => pageText(await (await here.adminBrowser.get(path)).text())
const locationOf = (response: Response) => response.headers.get("Location") ?? ""

async function upload(...lines: string[]): Promise<Response> {
  const body = form({ file: new File([`${HEADINGS}\n${lines.join("\n")}\n`], "customers.csv", { type: "text/csv" }) })
  return here.adminBrowser.send("/admin/users/import", { method: "POST", body, headers: { Origin: here.url } })
}

const usersNamed = async (name: string) =>
  here.shop.db.selectFrom("users").select("id").where("name", "like", `${name}%`).execute()

test("an owner checks a file, imports it, sees where an account came from, and takes the import back", async () => {
  const path = locationOf(await upload(customer("Alva"), "Bo,Marsh,bo@@moved.test,,,,,,,", customer("Cleo")))
  expect(path).toMatch(/^\/admin\/users\/import\/[0-9a-f]{24}$/)
  const checked = await textOf(path)
  expect(checked).toContain("New 2 Error 1")
  expect(checked).toContain("A customer file of Shopify Read as UTF-8, with commas between the cells.")
  expect(checked).toContain("“bo@@moved.test” is not an email address")
  expect(checked).toContain("marketing emails: consented")
  expect(checked).toContain("Import 2 customers")
  expect(await usersNamed("Alva")).toEqual([])

  const csv = await (await here.adminBrowser.get(`${path}/messages`)).text()
  expect(csv).toContain("bo@@moved.test")
  expect(csv).not.toContain("alva@moved.test")

  await here.adminBrowser.post(path, {})
  await runCustomerImport(here.shop, path.split("/").at(-1) ?? "")
  expect(await textOf(path)).toContain("Created 2")
  const [alva] = await usersNamed("Alva")
  const account = await textOf(`/admin/user/${alva?.id}`)
  expect(account).toContain("Imported from Shopify")
  expect(account).toContain("Marketing emails consented (Shopify: Accepts Email Marketing)")
  expect(account).toContain("The email address is not confirmed.")
  const exported = await (await here.adminBrowser.get("/admin/users/export")).text()
  expect(exported).toContain("yes (Shopify: Accepts Email Marketing)")

  expect(await textOf(`${path}/undo`)).toContain("Take back the import of customers.csv?")
  expect(locationOf(await here.adminBrowser.post(`${path}/undo`, {}))).toBe(path)
  await runCustomerImport(here.shop, path.split("/").at(-1) ?? "")
  expect(await textOf(path)).toContain("Taken back 2")
  expect(await usersNamed("Alva")).toEqual([])
})

test("a file that is none of a shop is refused with a sentence, and stays chosen", async () => {
  const body = form({ file: new File(["a,b\n1,2\n"], "list.csv", { type: "text/csv" }) })
  const refused = await here.adminBrowser.send("/admin/users/import", {
    method: "POST",
    body,
    headers: { Origin: here.url },
  })
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain("This is not a customer file of Shopify or WooCommerce")
  const missing = await here.adminBrowser.get(`/admin/users/import/${"f".repeat(24)}`)
  expect(missing.status).toBe(404)
})

test("invitations are sent after a minute, with their count, and can be stopped", async () => {
  const path = locationOf(await upload(customer("Dana"), customer("Eike")))
  await here.adminBrowser.post(path, {})
  await runCustomerImport(here.shop, path.split("/").at(-1) ?? "")
  expect(await textOf(path)).toContain("Invite 2 customers")
  const page = "/admin/users/invitations"
  expect(await textOf(page)).toContain("Not invited 2 Waiting 0 Sent 0")
  await here.adminBrowser.post(page, {})
  expect(await textOf(page)).toContain("Not invited 0 Waiting 2 Sent 0")
  expect(locationOf(await here.adminBrowser.post(`${page}/stop`, {}))).toBe(page)
  expect(await textOf(page)).toContain("2 invitations stopped")
  await here.adminBrowser.post(page, {})
  here.clock.advance({ minutes: 2 })
  await sendInvitations(here.shop)
  expect(await textOf(page)).toContain("Waiting 0 Sent 2")
  expect(await textOf(path)).toContain("2 accounts of this import were used, changed or invited since")
  expect((await here.adminBrowser.post(`${path}/undo`, {})).status).toBe(303)
  expect(await textOf(path)).toContain("Created 2")

  const mail = here.shop.db.selectFrom("mails").select("text_body").where("recipient", "=", "dana@moved.test")
  const { text_body } = await mail.executeTakeFirstOrThrow()
  const [, token = ""] = /\/password\/reset\/([\w-]+)/.exec(text_body) ?? []
  const visitor = here.visitor()
  expect(locationOf(await visitor.get(`/password/reset/${token}`))).toBe("/password/reset")
  const chosen = { password: "a few unrelated words", confirmPassword: "a few unrelated words" }
  expect(locationOf(await visitor.post("/password/reset", chosen))).toBe("/account")
  expect(pageText(await (await visitor.get("/account")).text())).toContain("Dana Marsh")
})
