import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { startVerifiedSession } from "~/domain/accounts/sessions/verified-session.server"
import { type Authenticator, anAuthenticator } from "~/testing/shop/authenticator"
import { aMember, anApp } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { acceptRecoveryCode } from "../recovery-codes.server"
import { findSecondFactors, removeApp, removePasskey } from "../second-factors.server"
import { sweepFactors } from "../sweep-factors.server"
import { addPasskey, openPasskeySetup } from "./add-passkey.server"
import { openPasskeyProof, proveByPasskey } from "./prove-by-passkey.server"

let here: TestShop
let site: { origin: string; rpId: string }
beforeAll(async () => {
  here = await openTestShop()
  const { origin, hostname } = new URL(here.shop.identity.url)
  site = { origin, rpId: hostname }
})
afterAll(() => here?.close())

type Signed = Partial<Parameters<Authenticator["create"]>[0]>
const ADDRESS = "192.0.2.1"
const reason = ({ kind, message }: { kind?: string; message: string }) => `${kind}: ${message}`
const unusable = "badCredentials: This passkey cannot be used here"

async function add(member: Member, device = anAuthenticator(), manner: Signed = {}, name = "Laptop") {
  const { challenge } = await openPasskeySetup(here.shop, member, ADDRESS)
  const credential = device.create({ ...site, challenge, ...manner })
  return { device, challenge, credential, added: await addPasskey(here.shop, member, challenge, { name, credential }) }
}

async function prove(device: Authenticator, manner: Signed = {}, member: Member | null = null) {
  const { challenge } = await openPasskeyProof(here.shop, ADDRESS)
  const { origin, rpId } = site
  return proveByPasskey(here.shop, challenge, device.get({ origin, rpId, challenge, ...manner }), member).then(
    ({ userId }) => userId,
    reason,
  )
}

const mailsTo = async ({ id }: Member) => {
  const { rows } = await here.pool.query<{ text: string }>(
    "select kind || ' ' || text_body as text from mails join mail_people on mail_id = mails.id where user_id = $1",
    [id],
  )
  return rows.map(({ text }) => text.replaceAll(/\s+/g, " "))
}

test("a passkey is discoverable, verifies its user, and is enough to sign in", async () => {
  const ada = await aMember(here.shop)
  const { options } = await openPasskeySetup(here.shop, ada, ADDRESS)
  expect(options).toMatchObject({
    rp: { id: site.rpId },
    user: { name: ada.email },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
  const { device, added } = await add(ada)
  expect(added.recoveryCodes).toHaveLength(10)
  expect(added.credentials.factors).toEqual(["password", "passkey"])
  const { challenge, options: asked } = await openPasskeyProof(here.shop, ADDRESS)
  expect(asked).toMatchObject({ rpId: site.rpId, userVerification: "required" })
  expect(asked.allowCredentials).toBeUndefined()
  const credential = device.get({ ...site, challenge, userHandle: ada.id })
  const credentials = await proveByPasskey(here.shop, challenge, credential, null)
  expect(credentials).toMatchObject({ userId: ada.id, factors: ["passkey"] })
  const inSession = here.shop.transaction((tx) =>
    startVerifiedSession(tx, credentials, { device: { userAgent: "", address: "" }, replaces: null }),
  )
  await expect(inSession).resolves.toMatchObject({ user: { id: ada.id } })
  const { passkeys } = await findSecondFactors(here.shop, ada)
  expect(passkeys).toMatchObject([{ name: "Laptop", lastUsedAt: expect.any(Date) }])
  expect(await mailsTo(ada)).toContainEqual(
    expect.stringMatching(/^factor-added .* a passkey \(“Laptop”\) confirms that/),
  )
})

test("a response for another site, purpose or challenge, or without user verification, is refused", async () => {
  const ada = await aMember(here.shop)
  const { device } = await add(ada)
  const wrong: Signed[] = [
    { origin: "https://evil.example" },
    { origin: `${site.origin}.evil.example` },
    { rpId: "evil.example" },
    { type: "webauthn.create" },
    { challenge: "c29tZXRoaW5nIGVsc2UgZW50aXJlbHk" },
    { flags: 0x01 },
    { flags: 0x04 },
    { userHandle: "somebody else" },
  ]
  for (const manner of wrong) expect([manner, await prove(device, manner)]).toEqual([manner, unusable])
  for (const manner of wrong.slice(0, -1)) {
    const setup = add(ada, anAuthenticator(), { ...manner, ...(manner.type && { type: "webauthn.get" }) })
    await expect(setup.then(() => "added", reason)).resolves.toBe(unusable)
  }
  expect((await findSecondFactors(here.shop, ada)).passkeys).toHaveLength(1)
  const [other, mine] = [anAuthenticator(), await openPasskeyProof(here.shop, ADDRESS)]
  const forged = other.get({ ...site, challenge: mine.challenge }).replaceAll(other.id, device.id)
  await expect(proveByPasskey(here.shop, mine.challenge, forged, null).then(String, reason)).resolves.toBe(unusable)
  expect(await prove(device)).toBe(ada.id)
})

test("a challenge works once, within five minutes, and for its purpose", async () => {
  const [ada, alan] = [await aMember(here.shop), await aMember(here.shop)]
  const { device, challenge: used, credential } = await add(ada)
  const again = "invalid: Please try again: it works for 5 minutes"
  const addBy = (member: Member, challenge: string, credential: string) =>
    addPasskey(here.shop, member, challenge, { name: "Other", credential }).then(() => "added", reason)
  expect(await addBy(ada, used, credential)).toBe(again)
  const { challenge } = await openPasskeyProof(here.shop, ADDRESS)
  const signed = device.get({ ...site, challenge })
  const proveWith = (one: string) => proveByPasskey(here.shop, one, signed, null).then(({ userId }) => userId, reason)
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => proveWith(challenge)))
  expect(atOnce.filter((one) => one === ada.id)).toHaveLength(1)
  expect(atOnce.filter((one) => one === again)).toHaveLength(7)
  const late = await openPasskeyProof(here.shop, ADDRESS)
  here.clock.advance({ minutes: 6 })
  expect(await proveWith(late.challenge)).toBe(again)
  const foreign = await openPasskeySetup(here.shop, alan, ADDRESS)
  expect(await addBy(ada, foreign.challenge, anAuthenticator().create({ ...site, ...foreign }))).toBe(again)
  expect(await proveWith(foreign.challenge)).toBe(again)
  expect(await proveWith("")).toBe(again)
  await sweepFactors(here.shop)
  const { rows } = await here.pool.query("select from passkey_challenges where expires_at < $1", [here.shop.now()])
  expect(rows).toEqual([])
})

test("an authenticator's counter must increase, also under concurrent use", async () => {
  const ada = await aMember(here.shop)
  const { device } = await add(ada, anAuthenticator(), { counter: 5 })
  expect(await prove(device, { counter: 6 })).toBe(ada.id)
  for (const counter of [6, 5, 0]) expect(await prove(device, { counter })).toMatch(/may have been copied/)
  const both = await Promise.all([7, 7].map((counter) => prove(device, { counter })))
  expect(both.filter((one) => one === ada.id)).toHaveLength(1)
  expect(await prove(device, { counter: 4_294_967_295 })).toBe(ada.id)
  expect((await mailsTo(ada)).filter((mail) => mail.startsWith("passkey-suspected"))).toHaveLength(4)
  const { device: uncounted } = await add(ada)
  for (let uses = 0; uses < 3; uses++) expect(await prove(uncounted)).toBe(ada.id)
})

test("a passkey can be registered once, for one account, and opens no other", async () => {
  const [ada, alan] = [await aMember(here.shop), await aMember(here.shop)]
  const { device } = await add(ada)
  const { options } = await openPasskeySetup(here.shop, ada, ADDRESS)
  expect(options.excludeCredentials).toMatchObject([{ id: device.id }])
  for (const member of [ada, alan])
    await expect(add(member, device)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(/already/),
    })
  expect(await prove(device, {}, ada)).toBe(ada.id)
  expect(await prove(device, {}, alan)).toBe("badCredentials: This passkey belongs to another account")
  expect(await prove(anAuthenticator())).toBe("badCredentials: This passkey is not known here, or it has been removed")
})

test("an account has at most ten passkeys, also under concurrent requests", async () => {
  const ada = await aMember(here.shop)
  const many = await Promise.allSettled(Array.from({ length: 13 }, () => add(ada)))
  expect(many.filter(({ status }) => status === "fulfilled")).toHaveLength(10)
  expect(many.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: expect.stringMatching(/already have 10 passkeys/) },
  })
})

test("a self-attested passkey is accepted; certificates are ignored, and malformed data is refused", async () => {
  const ada = await aMember(here.shop)
  const { device } = await add(ada, anAuthenticator(), { attestation: "self" })
  expect(await prove(device)).toBe(ada.id)
  const sig = ["sig", Buffer.alloc(8)] as [string, unknown]
  const x5c = ["x5c", [Buffer.from("a certificate")]] as [string, unknown]
  const statements: Signed["attestation"][] = [
    { fmt: "packed", attStmt: [["alg", -7], sig, x5c] },
    { fmt: "packed", attStmt: [["alg", -7], sig] },
    { fmt: "fido-u2f", attStmt: [sig, x5c] },
    { fmt: "tpm", attStmt: [] },
    { fmt: "none", attStmt: [["alg", -7]] },
  ]
  for (const attestation of statements)
    await expect(add(ada, anAuthenticator(), { attestation }).then(() => "added", reason)).resolves.toBe(unusable)
  for (const nonsense of ["", "null", "{}", "[".repeat(9_000), '{"id":"x","type":"public-key","response":{}}']) {
    const { challenge } = await openPasskeySetup(here.shop, ada, ADDRESS)
    const adding = addPasskey(here.shop, ada, challenge, { name: "x", credential: nonsense })
    await expect(adding.then(() => "added", reason)).resolves.toBe(unusable)
    const { challenge: asked } = await openPasskeyProof(here.shop, ADDRESS)
    await expect(proveByPasskey(here.shop, asked, nonsense, null).then(String, reason)).resolves.toBe(unusable)
  }
})

test("recovery codes replace an app and passkeys, and are deleted with the last of them", async () => {
  const ada = await aMember(here.shop)
  const app = await anApp(here.shop, ada)
  const { device, added } = await add(ada)
  expect(added.recoveryCodes).toBeNull()
  const [passkey] = (await findSecondFactors(here.shop, ada)).passkeys
  await removeApp(here.shop, ada)
  expect((await findSecondFactors(here.shop, ada)).recoveryCodes).toBe(10)
  expect(await acceptRecoveryCode(here.shop, ada.id, app.recoveryCodes[0] ?? "")).toBe(true)
  await removePasskey(here.shop, await aMember(here.shop), passkey?.id ?? "")
  expect(await prove(device)).toBe(ada.id)
  await removePasskey(here.shop, ada, passkey?.id ?? "")
  expect(await findSecondFactors(here.shop, ada)).toEqual({ appSince: null, passkeys: [], recoveryCodes: 0 })
  expect(await prove(device)).toMatch(/not known here/)
  expect((await mailsTo(ada)).filter((mail) => mail.startsWith("factor-removed"))).toEqual([
    expect.stringContaining("An authenticator app no longer"),
    expect.stringContaining("A passkey (“Laptop”) no longer"),
  ])
})
