import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { continueAsGuest } from "~/domain/cart/continue-as-guest.server"
import { queueOwnerEmails } from "~/domain/mail/owner-notifications.server"
import { newObjectId } from "~/domain/object-id.server"
import type { RateLimitRule } from "~/domain/rate-limits"
import { aMember } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { accountLimits } from "../account-limits"
import type { Guest } from "../actor"
import { updateProfile } from "../profile.server"
import { countsFrom } from "../rate-limit-keys.server"
import { findSession } from "../sessions/sessions.server"
import { findActiveUser } from "../user-row.server"
import { registerGuest, registerUser } from "./register.server"

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const from = { address: "192.0.2.1" }
const ada = { name: "Ada", email: "ada@shop.example", password: "correct horse" }

test("a new member is an ordinary user and gets a welcome mail", async () => {
  const { userId } = await registerUser(testShop.shop, ada, from)
  expect(await findActiveUser(testShop.shop, userId)).toMatchObject({
    name: "Ada",
    email: "ada@shop.example",
    role: "user",
  })
  const mails = await testShop.shop.db.selectFrom("mails").selectAll().execute()
  expect(mails).toMatchObject([{ kind: "welcome", recipient: "ada@shop.example" }])
})

test("an email address has one account, whatever its case", async () => {
  const again = registerUser(testShop.shop, { ...ada, email: "ADA@shop.example" }, from)
  await expect(again).rejects.toMatchObject({ kind: "invalid", message: "Email already exists", field: "email" })
})

test("a guest's session ends in every process when it becomes an account", async () => {
  const { shop } = testShop
  const device = { userAgent: "", address: from.address }
  const started = await continueAsGuest(shop, "guest@shop.example", { user: null, cart: [], device, token: null })
  const token = started?.token ?? ""
  const guest = await findSession(shop, token)
  expect(guest).toMatchObject({ user: { isGuest: true }, proof: { factors: [] } })
  const { userId } = await registerGuest(shop, guest?.user as Guest, ada.password, from.address)
  expect(userId).toBe(guest?.user.id)
  expect(await findSession(shop, token)).toBeNull()
})

test("of twenty concurrent registrations of one email address, one succeeds and sends one welcome mail", async () => {
  const email = "race@shop.example"
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => registerUser(testShop.shop, { ...ada, email }, from)),
  )
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1)
  const mails = await testShop.shop.db.selectFrom("mails").select("id").where("recipient", "=", email).execute()
  expect(mails).toHaveLength(1)
})

test("a picture becomes the avatar, and another file is refused without creating an account", async () => {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
    .png()
    .toBuffer()
  const { userId } = await registerUser(
    testShop.shop,
    { ...ada, email: "pic@shop.example" },
    { ...from, avatar: picture },
  )
  expect((await findActiveUser(testShop.shop, userId))?.avatar).toMatchObject({ width: 40, height: 40 })
  const text = Buffer.from("this is no picture")
  await expect(
    registerUser(testShop.shop, { ...ada, email: "nopic@shop.example" }, { ...from, avatar: text }),
  ).rejects.toMatchObject({ kind: "invalid", field: "avatar" })
  await registerUser(testShop.shop, { ...ada, email: "nopic@shop.example" }, from)
})

test("one address can learn whether thirty email addresses have accounts, but not more", async () => {
  const ask = () => registerUser(testShop.shop, ada, { address: "203.0.113.9" })
  for (let i = 0; i < 30; i++) await expect(ask()).rejects.toMatchObject({ message: "Email already exists" })
  await expect(ask()).rejects.toMatchObject({ kind: "tooMany" })
})

describe("in an hour", () => {
  let own: TestShop
  beforeEach(async () => {
    own = await openTestShop()
  })
  afterEach(() => own.close())

  const countAll = ({ name, points }: RateLimitRule, key = "all") =>
    own.pool.query("insert into rate_limits (key, points, expire) values ($1, $2, $3)", [
      `${name}:${key}`,
      points - 1,
      Date.now() + 600_000,
    ])
  const register = (number: number, avatar?: Buffer) =>
    registerUser(
      own.shop,
      { ...ada, email: `new${number}@shop.example` },
      { address: `192.0.2.${number}`, ...(avatar && { avatar }) },
    )
  const teal = () =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: "teal" } })
      .png()
      .toBuffer()
  const subjects = async () => {
    const shop = { ...own.shop, owners: ["owner@shop.example"] }
    await queueOwnerEmails({
      ...shop,
      transaction: (work) => own.shop.transaction((tx) => work({ ...tx, owners: shop.owners })),
    })
    const mails = await own.shop.db.selectFrom("mails").select("subject").where("kind", "=", "owner-notice").execute()
    return mails.map(({ subject }) => subject)
  }

  test("the shop creates two thousand accounts, from any number of addresses, and the owner is notified once", async () => {
    expect(accountLimits.registrationsOfShop).toMatchObject({ points: 2_000, minutes: 60 })
    await countAll(accountLimits.registrationsOfShop)
    await expect(register(1).then(() => register(1))).rejects.toMatchObject({ message: "Email already exists" })
    for (let i = 2; i < 5; i++) {
      await expect(register(i)).rejects.toMatchObject({
        kind: "tooMany",
        message: "Too many accounts have been created in the last hour. Please try again in 10 minutes.",
        retryAfter: expect.any(Number),
      })
    }
    expect(await subjects()).toEqual(["New accounts are paused for a while"])
  })

  test("one site with very many IPv6 addresses leaves a quarter of these to others", async () => {
    const rule = { ...accountLimits.registerFromAddress, name: "register-address-site", points: 1_500 }
    expect(countsFrom("2001:db8:1::1", accountLimits.registerFromAddress)).toContainEqual([rule, "2001:db8:1::/48"])
    await countAll(rule, "2001:db8:1::/48")
    const registerFrom = (address: string) =>
      registerUser(own.shop, { ...ada, email: `${newObjectId(new Date())}@shop.example` }, { address })
    await registerFrom("2001:db8:1:1::1")
    await expect(registerFrom("2001:db8:1:2::1")).rejects.toMatchObject({ kind: "tooMany" })
    await registerFrom("2001:db8:2:1::1")
    await registerFrom("192.0.2.1")
  })

  test("the shop accepts a thousand avatars, from registrations and profiles together", async () => {
    expect(accountLimits.avatarsOfShop).toMatchObject({ points: 1_000, minutes: 60 })
    const member = await aMember(own.shop)
    await countAll(accountLimits.avatarsOfShop)
    await register(1, await teal())
    const refusal = { kind: "tooMany", message: expect.stringMatching(/^Too many customers’ pictures/) }
    await expect(register(2, await teal())).rejects.toMatchObject(refusal)
    const { name, email } = member
    await expect(updateProfile(own.shop, member, { name, email, avatar: await teal() })).rejects.toMatchObject(refusal)
    await register(3)
    expect((await updateProfile(own.shop, member, { name: "Countess", email })).name).toBe("Countess")
    expect(await subjects()).toEqual(["Picture uploads by customers are paused for a while"])
  })
})
