import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { StaleEdit } from "~/domain/validation/stale-edit"
import { anAdmin } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { changeSettings, restoreSettings } from "./change-settings.server"
import { identityOf, senderOf } from "./identity"
import { emptyFacts, type SettingsFacts } from "./settings"
import { SettingsMemory } from "./settings-memory.server"
import { SettingsForm } from "./settings-schema"
import { listSettingsChanges, readNewestSettings } from "./settings-versions.server"

let here: TestShop
let grace: Staff
let alan: Staff

beforeAll(async () => {
  here = await openTestShop()
  grace = await anAdmin(here.shop)
  alan = await anAdmin(here.shop, { name: "Alan Turing" })
})
afterAll(() => here?.close())
beforeEach(async () => {
  await here.shop.settings.renew()
})

const newest = () => readNewestSettings(here.shop)

async function say(facts: Partial<SettingsFacts>, admin = grace): Promise<number> {
  const { version, settings } = await newest()
  await changeSettings(here.shop, admin, { snapshot: version, facts: { ...settings, ...facts } })
  return (await newest()).version
}

test("a shop without settings has its default names", () => {
  const { identity, settings } = here.shop
  expect([identity.name, identity.email]).toEqual(["Counter", "hello@shop.test"])
  expect(senderOf({ identity, settings })).toEqual({ name: "Counter", address: "hello@shop.test" })
})

test("settings apply where the environment sets no value", async () => {
  await say({ name: "Oak & Co.", email: "hello@oak.example", senderName: "Oak’s parcels" })
  const { identity, settings } = here.shop
  expect(identity.name).toBe("Counter")
  await settings.renew()
  expect({ ...identity }).toMatchObject({ name: "Oak & Co.", email: "hello@oak.example" })
  expect(senderOf({ identity, settings })).toEqual({ name: "Oak’s parcels", address: "hello@oak.example" })
  const fixed = identityOf(settings, { name: "Fixed", email: null, url: "" })
  expect([fixed.name, fixed.email]).toEqual(["Fixed", "hello@oak.example"])
})

test("another process reads them again when it sees a newer version, and not before", async () => {
  const other = new SettingsMemory(here.shop.db)
  await other.renew()
  const version = await say({ telephone: "+1 212 555 0100" })
  await other.renewTo(version - 1)
  expect(other.current.telephone).not.toBe("+1 212 555 0100")
  await other.renewTo(version)
  expect(other.current.telephone).toBe("+1 212 555 0100")
})

test("of two overlapping reads the newer one stays", async () => {
  const other = new SettingsMemory(here.shop.db)
  const early = other.renew()
  await say({ taxId: "US 12-3456789" })
  await Promise.all([early, other.renew()])
  expect(other.current.taxId).toBe("US 12-3456789")
})

test("the second of two editors is told about the first one's change", async () => {
  const { version, settings } = await newest()
  await say({ address: "1 Main Street\nSpringfield" }, alan)
  const late = changeSettings(here.shop, grace, {
    snapshot: version,
    facts: { ...settings, announcement: "Closed on Monday" },
  })
  await expect(late).rejects.toThrow(StaleEdit)
  await expect(late).rejects.toMatchObject({
    message: expect.stringContaining("Alan Turing has changed this part of the shop"),
    fields: [{ field: "address", original: settings.address, current: "1 Main Street\nSpringfield" }],
  })
})

test("of two concurrent edits both are saved or one is refused, and no version is lost", async () => {
  const { version, settings } = await newest()
  const saving = [grace, alan].map((admin) =>
    changeSettings(here.shop, admin, { snapshot: version, facts: { ...settings, openingHours: `Ask ${admin.name}` } }),
  )
  const outcomes = await Promise.allSettled(saving)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect((await newest()).version).toBe(version + 1)
})

test("saving the same settings creates no new version", async () => {
  const before = (await newest()).version
  expect(await say({})).toBe(before)
})

test("an earlier version can be restored, and everything is in the history and in the audit log", async () => {
  const before = await newest()
  await say({ announcement: "Sale" })
  await restoreSettings(here.shop, grace, { version: before.version, snapshot: before.version + 1 })
  const after = await newest()
  expect(after.settings).toEqual(before.settings)
  expect(after).toMatchObject({ restoredFrom: before.version, author: "Grace Hopper" })
  const { changes, count } = await listSettingsChanges(here.shop, grace, { page: 1 })
  expect(count).toBe(after.version)
  expect(changes.map(({ version }) => version.version).slice(0, 2)).toEqual([after.version, after.version - 1])
  const logged = await here.shop.db
    .selectFrom("audit_log")
    .select(["action", "before", "after"])
    .where("subject_kind", "=", "settings")
    .orderBy("id", "desc")
    .limit(2)
    .execute()
  expect(logged).toEqual([
    { action: "settings.restored", before: { announcement: "Sale" }, after: { announcement: "" } },
    { action: "settings.updated", before: { announcement: "" }, after: { announcement: "Sale" } },
  ])
})

test("a version that never existed is not found", async () => {
  const { version } = await newest()
  await expect(restoreSettings(here.shop, grace, { version: 9_999, snapshot: version })).rejects.toMatchObject({
    kind: "notFound",
  })
})

const wrong: Record<string, Partial<SettingsFacts>> = {
  "a link that runs a script": { announcementLink: "javascript:alert(1)" },
  "a link to another host that looks like a path": { announcementLink: "//evil.example" },
  "a social link without https": { socialLinks: "http://example.com/us" },
  "nine social links": { socialLinks: "https://example.com/us\n".repeat(9) },
  "a sender with two addresses": { senderEmail: "a@oak.example, b@oak.example" },
  "a sender’s name with a line break": { senderName: "Oak\r\nBcc: x@evil.example" },
  "a telephone number in words": { telephone: "please write" },
  "a carrier without https": { carriers: "Post: http://post.example/{number}" },
  "a carrier without a number": { carriers: "Post: https://post.example/" },
  "a carrier with two numbers": { carriers: "Post: https://post.example/{number}/{number}" },
  "a carrier whose host is the number": { carriers: "Post: https://{number}.post.example/" },
  "a carrier with a password": { carriers: "Post: https://post@evil.example/{number}" },
  "a carrier without a name": { carriers: "https://post.example/{number}" },
  "two carriers of one name": { carriers: "Post: https://a.example/{number}\npost: https://b.example/{number}" },
  "21 carriers": {
    carriers: Array.from({ length: 21 }, (_, at) => `P${at}: https://post.example/{number}`).join("\n"),
  },
  "a long announcement": { announcement: "a".repeat(161) },
}
test.each(Object.entries(wrong))("%s is refused with a sentence", (_, facts) => {
  const parsed = SettingsForm.safeParse({ ...emptyFacts, ...facts, snapshot: "0" })
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(/^[A-Z].*[^.]$/)])
})
