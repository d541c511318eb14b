import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aMember } from "~/testing/people.server"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { updateProfile } from "./profile.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

const mailsTo = (recipient: string) =>
  world.shop.db
    .selectFrom("mails")
    .select(["kind", "text_body"])
    .where("recipient", "=", recipient)
    .where("kind", "<>", "welcome")
    .execute()

test("name and email change, and the old address is told without learning the new one", async () => {
  const member = await aMember(world.shop, { email: "old@shop.example" })
  const user = await updateProfile(world.shop, member, { name: "Augusta", email: "augusta@elsewhere.example" })
  expect(user).toMatchObject({ id: member.id, name: "Augusta", email: "augusta@elsewhere.example", role: "user" })
  const [mail, ...more] = await mailsTo("old@shop.example")
  expect(mail).toMatchObject({ kind: "email-changed", text_body: expect.stringContaining("a•••@elsewhere.example") })
  expect(mail?.text_body).not.toContain("augusta@")
  expect(more).toEqual([])
})

test("another spelling of the same email is no change to speak of", async () => {
  const member = await aMember(world.shop, { email: "same@shop.example" })
  expect(await updateProfile(world.shop, member, { name: "Ada", email: "Same@shop.example" })).toMatchObject({
    email: "Same@shop.example",
  })
  expect(await mailsTo("same@shop.example")).toEqual([])
})

test("an email that somebody else has is refused at its field", async () => {
  const [member, other] = [await aMember(world.shop), await aMember(world.shop)]
  const taking = updateProfile(world.shop, member, { name: "Ada", email: other.email.toUpperCase() })
  await expect(taking).rejects.toMatchObject({ kind: "invalid", message: "Email already exists", field: "email" })
})

test("a picture is set, stays when none is sent, and goes when it is taken away", async () => {
  const member = await aMember(world.shop)
  const avatar = await sharp({ create: { width: 30, height: 50, channels: 3, background: "teal" } })
    .png()
    .toBuffer()
  const { name, email } = member
  expect((await updateProfile(world.shop, member, { name, email, avatar })).avatar).toMatchObject({ width: 30 })
  expect((await updateProfile(world.shop, member, { name, email })).avatar).toMatchObject({ width: 30 })
  expect((await updateProfile(world.shop, member, { name, email, avatar: null })).avatar).toBeNull()
})

test("a file that is no picture changes nothing", async () => {
  const member = await aMember(world.shop)
  const change = { name: "Changed", email: member.email, avatar: Buffer.from("<svg onload=alert(1)>") }
  await expect(updateProfile(world.shop, member, change)).rejects.toMatchObject({ kind: "invalid", field: "avatar" })
  expect(await updateProfile(world.shop, member, { name: member.name, email: member.email })).toMatchObject({
    name: member.name,
  })
})
