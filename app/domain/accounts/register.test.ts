import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/test-shop.server"
import { registerUser } from "./register.server"
import { findActiveUser } from "./user-row.server"

let world: TestShop
beforeAll(async () => {
  world = await openTestShop()
})
afterAll(() => world.close())

const from = { address: "192.0.2.1" }
const ada = { name: "Ada", email: "ada@shop.example", password: "correct horse" }

test("who registers is an ordinary user and is welcomed by mail", async () => {
  const { userId } = await registerUser(world.shop, ada, from)
  expect(await findActiveUser(world.shop, userId)).toMatchObject({
    name: "Ada",
    email: "ada@shop.example",
    role: "user",
  })
  const mails = await world.shop.db.selectFrom("mails").selectAll().execute()
  expect(mails).toMatchObject([{ kind: "welcome", recipient: "ada@shop.example" }])
})

test("an email has one account, whatever its case", async () => {
  const again = registerUser(world.shop, { ...ada, email: "ADA@shop.example" }, from)
  await expect(again).rejects.toMatchObject({ kind: "invalid", message: "Email already exists", field: "email" })
})

test("of twenty registrations of one email at once, one succeeds and one welcome leaves", async () => {
  const email = "race@shop.example"
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => registerUser(world.shop, { ...ada, email }, from)),
  )
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1)
  const mails = await world.shop.db.selectFrom("mails").select("id").where("recipient", "=", email).execute()
  expect(mails).toHaveLength(1)
})

test("a picture becomes the avatar, and something else is refused without making an account", async () => {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
    .png()
    .toBuffer()
  const { userId } = await registerUser(world.shop, { ...ada, email: "pic@shop.example" }, { ...from, avatar: picture })
  expect((await findActiveUser(world.shop, userId))?.avatar).toMatchObject({ width: 40, height: 40 })
  const text = Buffer.from("this is no picture")
  await expect(
    registerUser(world.shop, { ...ada, email: "nopic@shop.example" }, { ...from, avatar: text }),
  ).rejects.toMatchObject({ kind: "invalid", field: "avatar" })
  await registerUser(world.shop, { ...ada, email: "nopic@shop.example" }, from)
})

test("asking which emails have accounts ends after thirty from one address", async () => {
  const ask = () => registerUser(world.shop, ada, { address: "203.0.113.9" })
  for (let i = 0; i < 30; i++) await expect(ask()).rejects.toMatchObject({ message: "Email already exists" })
  await expect(ask()).rejects.toMatchObject({ kind: "tooMany" })
})
