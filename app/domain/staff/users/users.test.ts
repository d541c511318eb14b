import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { requireMember } from "~/domain/accounts/actor"
import { findSession } from "~/domain/accounts/sessions/sessions.server"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { aMember, anAdmin, aSession, signedInUserId } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { UserFilter } from "./user-filter"
import { findUser, listUsers, restoreUser, softDeleteUser, updateUser } from "./users.server"

let testShop: TestShop
let admin: Staff
beforeAll(async () => {
  testShop = await openTestShop()
  admin = await anAdmin(testShop.shop, { email: "grace@shop.example" })
})
afterAll(() => testShop.close())

test("an administrator changes name, email address and role, effective at the person's next request", async () => {
  const member = await aMember(testShop.shop)
  const changes = { name: "Augusta", email: member.email.toUpperCase(), role: "admin" as const }
  expect(await updateUser(testShop.shop, admin, member.id, changes)).toMatchObject(changes)
  const token = await aSession(testShop.shop, member)
  expect((await findSession(testShop.shop, token))?.user).toMatchObject(changes)
  await updateUser(testShop.shop, admin, member.id, { ...changes, role: "user" })
  expect((await findSession(testShop.shop, token))?.user.role).toBe("user")
})

test("an administrator's changes of users are recorded with before and after", async () => {
  const member = await aMember(testShop.shop, { name: "Before" })
  await updateUser(testShop.shop, admin, member.id, { name: "After", email: member.email, role: "user" })
  const log = await testShop.shop.db.selectFrom("audit_log").selectAll().where("subject_id", "=", member.id).execute()
  expect(log).toMatchObject([
    {
      actor_id: admin.id,
      action: "user.updated",
      before: { role: "user" },
      after: { role: "user" },
      person_id: member.id,
      personal_before: { name: "Before", email: member.email },
      personal_after: { name: "After", email: member.email },
    },
  ])
})

test("a deleted user is signed out immediately, is found nowhere, and their email address is available again", async () => {
  const member = await aMember(testShop.shop, { email: "leaving@shop.example" })
  const token = await aSession(testShop.shop, member)
  await softDeleteUser(testShop.shop, admin, member.id)
  expect(await signedInUserId(testShop.shop, token)).toBeNull()
  await expect(findUser(testShop.shop, admin, member.id)).rejects.toMatchObject({ message: "User not found" })
  expect((await listUsers(testShop.shop, admin, UserFilter.parse({ search: "leaving@" }))).count).toBe(0)
  await aMember(testShop.shop, { email: "leaving@shop.example" })
  const back = restoreUser(testShop.shop, admin, member.id)
  await expect(back).rejects.toMatchObject({ kind: "invalid", message: "Email already exists" })
})

test("a deletion can be undone; accounts deleted by their owner stay deleted", async () => {
  const member = await aMember(testShop.shop)
  await softDeleteUser(testShop.shop, admin, member.id)
  expect(await restoreUser(testShop.shop, admin, member.id)).toMatchObject({ id: member.id, email: member.email })
  await closeAccount(testShop.shop, member, "correct horse battery")
  await expect(restoreUser(testShop.shop, admin, member.id)).rejects.toMatchObject({ message: "User not found" })
})

test.each(["nonsense", "0".repeat(24), "' or 1=1 --"])("there is no user %s", async (id) => {
  const changes = { name: "A", email: "a@shop.example", role: "user" as const }
  await expect(findUser(testShop.shop, admin, id)).rejects.toMatchObject({ kind: "notFound" })
  await expect(updateUser(testShop.shop, admin, id, changes)).rejects.toMatchObject({ kind: "notFound" })
  await expect(softDeleteUser(testShop.shop, admin, id)).rejects.toMatchObject({ kind: "notFound" })
})

test("the last administrator can be neither deleted nor demoted, not even by themselves", async () => {
  const { id, name, email } = admin
  const words = { kind: "invalid", message: "The last administrator can be neither deleted nor demoted" }
  await expect(softDeleteUser(testShop.shop, admin, id)).rejects.toMatchObject(words)
  await expect(updateUser(testShop.shop, admin, id, { name, email, role: "user" })).rejects.toMatchObject(words)
  await expect(closeAccount(testShop.shop, requireMember(admin), "correct horse battery")).rejects.toMatchObject(words)
})

test("when administrators concurrently remove and demote each other, one stays", async () => {
  const own = await openTestShop()
  for (let round = 0; round < 5; round++) {
    const [one, two, three] = [await anAdmin(own.shop), await anAdmin(own.shop), await anAdmin(own.shop)]
    const demoted = { name: "Demoted", email: `demoted${round}@shop.example`, role: "user" as const }
    await Promise.allSettled([
      softDeleteUser(own.shop, one, two.id),
      updateUser(own.shop, two, one.id, demoted),
      softDeleteUser(own.shop, one, three.id),
      closeAccount(own.shop, requireMember(one), "correct horse battery"),
    ])
    const left = await own.shop.db
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .where("deleted_at", "is", null)
      .execute()
    expect(left).toHaveLength(1)
    await own.shop.db.updateTable("users").set({ role: "user" }).execute()
  }
  await own.close()
})

test("users are listed ten per page, searched by name, email address or id, and sorted", async () => {
  const own = await openTestShop()
  const boss = await anAdmin(own.shop, { name: "Zoe", email: "zoe@shop.example" })
  for (let i = 0; i < 12; i++) await aMember(own.shop, { name: `Person ${i}`, email: `p${i}_x@shop.example` })
  const list = (filter: object) => listUsers(own.shop, boss, UserFilter.parse(filter))
  expect(await list({})).toMatchObject({ count: 13, users: { length: 10 } })
  expect((await list({ page: 2 })).users).toHaveLength(3)
  expect((await list({ page: 9 })).users).toEqual([])
  expect((await list({ search: "person 11" })).users.map((user) => user.name)).toEqual(["Person 11"])
  expect((await list({ search: "%" })).count).toBe(0)
  expect((await list({ search: "_" })).count).toBe(12)
  expect((await list({ search: boss.id.toUpperCase() })).users.map((user) => user.id)).toEqual([boss.id])
  expect((await list({ role: "admin" })).count).toBe(1)
  expect((await list({ sort: "email" })).users[0]?.email).toBe("p0_x@shop.example")
  expect((await list({ sort: "oldest" })).users[0]?.name).toBe("Zoe")
  expect((await list({ page: "-1", sort: "; drop table", role: "king" })).count).toBe(13)
  await own.close()
})
