import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aMember, aSession, PASSWORD } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { editProfile, updateProfile } from "./profile.server"
import { findSession } from "./sessions/sessions.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const mailsTo = (recipient: string) =>
  testShop.shop.db
    .selectFrom("mails")
    .select(["kind", "text_body"])
    .where("recipient", "=", recipient)
    .where("kind", "<>", "welcome")
    .execute()

test("name and email address change, and the old address is notified without the new one", async () => {
  const member = await aMember(testShop.shop, { email: "old@shop.example" })
  const user = await updateProfile(testShop.shop, member, { name: "Augusta", email: "augusta@elsewhere.example" })
  expect(user).toMatchObject({ id: member.id, name: "Augusta", email: "augusta@elsewhere.example", role: "user" })
  const [mail, ...more] = await mailsTo("old@shop.example")
  expect(mail).toMatchObject({ kind: "email-changed", text_body: expect.stringContaining("a•••@elsewhere.example") })
  expect(mail?.text_body).not.toContain("augusta@")
  expect(more).toEqual([])
})

test("another spelling of the same email address is not announced as a change", async () => {
  const member = await aMember(testShop.shop, { email: "same@shop.example" })
  expect(await updateProfile(testShop.shop, member, { name: "Ada", email: "Same@shop.example" })).toMatchObject({
    email: "Same@shop.example",
  })
  expect(await mailsTo("same@shop.example")).toEqual([])
})

test("another account's email address is refused at its field", async () => {
  const [member, other] = [await aMember(testShop.shop), await aMember(testShop.shop)]
  const taking = updateProfile(testShop.shop, member, { name: "Ada", email: other.email.toUpperCase() })
  await expect(taking).rejects.toMatchObject({ kind: "invalid", message: "Email already exists", field: "email" })
})

test("a picture can be set, is kept when none is sent, and can be removed", async () => {
  const member = await aMember(testShop.shop)
  const avatar = await sharp({ create: { width: 30, height: 50, channels: 3, background: "teal" } })
    .png()
    .toBuffer()
  const { name, email } = member
  expect((await updateProfile(testShop.shop, member, { name, email, avatar })).avatar).toMatchObject({ width: 30 })
  expect((await updateProfile(testShop.shop, member, { name, email })).avatar).toMatchObject({ width: 30 })
  expect((await updateProfile(testShop.shop, member, { name, email, avatar: null })).avatar).toBeNull()
})

test("a file that is not a picture changes nothing", async () => {
  const member = await aMember(testShop.shop)
  const change = { name: "Changed", email: member.email, avatar: Buffer.from("<svg onload=alert(1)>") }
  await expect(updateProfile(testShop.shop, member, change)).rejects.toMatchObject({ kind: "invalid", field: "avatar" })
  expect(await updateProfile(testShop.shop, member, { name: member.name, email: member.email })).toMatchObject({
    name: member.name,
  })
})

test("the profile form requires the password only when the email address changes", async () => {
  const member = await aMember(testShop.shop)
  const { name, email } = member
  expect(await editProfile(testShop.shop, member, { name: "Augusta", email: email.toUpperCase() })).toMatchObject({
    name: "Augusta",
  })
  const elsewhere = { name, email: "moved@elsewhere.example" }
  await expect(editProfile(testShop.shop, member, elsewhere)).rejects.toMatchObject({
    kind: "invalid",
    field: "password",
    message: "Please enter your password to change your email",
  })
  const guess = editProfile(testShop.shop, member, { ...elsewhere, password: "wrong horse" })
  await expect(guess).rejects.toMatchObject({
    kind: "invalid",
    field: "password",
    message: "This is not your password",
  })
  expect(await mailsTo(email)).toEqual([])
  expect(await editProfile(testShop.shop, member, { ...elsewhere, password: PASSWORD })).toMatchObject(elsewhere)
})

test("a stolen session can guess the password ten times, and its owner is not locked out elsewhere", async () => {
  const member = await aMember(testShop.shop)
  const [stolen, own] = await Promise.all([aSession(testShop.shop, member), aSession(testShop.shop, member)])
  const session = await findSession(testShop.shop, stolen)
  const guesses = await Promise.allSettled(
    Array.from({ length: 15 }, (_, i) =>
      editProfile(testShop.shop, member, { name: "Eve", email: "eve@shop.example", password: `guess ${i}` }, session),
    ),
  )
  const kinds = guesses.map((guess) => (guess as PromiseRejectedResult).reason.kind)
  expect(kinds.filter((kind) => kind === "invalid")).toHaveLength(10)
  expect(kinds.filter((kind) => kind === "tooMany")).toHaveLength(5)
  const change = { name: "Ada", email: "ada-again@shop.example", password: PASSWORD }
  await editProfile(testShop.shop, member, change, await findSession(testShop.shop, own))
})

test("the email address changes ten times in an hour, with at most as many mails", async () => {
  const member = await aMember(testShop.shop)
  const change = (i: number) => updateProfile(testShop.shop, member, { name: "Ada", email: `ada-${i}@moving.example` })
  for (let i = 0; i < 10; i++) await change(i)
  await expect(change(10)).rejects.toMatchObject({ kind: "tooMany", retryAfter: expect.any(Number) })
  await updateProfile(testShop.shop, member, { name: "Augusta", email: member.email })
})

test("a picture can be changed thirty times in an hour", async () => {
  const member = await aMember(testShop.shop)
  const text = Buffer.from("no picture at all")
  const change = () => updateProfile(testShop.shop, member, { name: "Ada", email: member.email, avatar: text })
  for (let i = 0; i < 30; i++) await expect(change()).rejects.toMatchObject({ kind: "invalid" })
  await expect(change()).rejects.toMatchObject({ kind: "tooMany" })
})
