import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf, requireStaff, type Staff } from "~/domain/accounts/actor"
import { OWNER_ROLE } from "~/domain/accounts/role"
import { findSession } from "~/domain/accounts/sessions/sessions.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { aMember, anAdmin, anEmployee, aSession } from "~/testing/shop/people.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { RoleForm, roleRecord } from "./role-form"
import { deleteRole, findRole, listRoles, saveRole } from "./roles.server"
import { assignRole, listStaff } from "./staff.server"
import { signOutUser } from "./users/sign-out-user.server"
import { restoreUser, softDeleteUser, updateUser } from "./users/users.server"

let here: TestShop
let owner: Staff
beforeAll(async () => {
  here = await openTestShop()
  owner = await anAdmin(here.shop, { email: "owner@shop.test", name: "Olive Owner" })
})
afterAll(() => here.close())

const form = (fields: object) => RoleForm.parse({ name: "Helper", ...fields })

async function roleNamed(name: string): Promise<string> {
  return (await listRoles(here.shop, owner)).find((role) => role.name === name)?.id ?? ""
}

/** A member of staff with these permissions and access to the back office */
async function appointer(
  ...permissions: string[]
): Promise<Staff<"staff.appoint" | "customers.edit" | "customers.delete">> {
  const role = form({ name: `Appointer ${permissions}`, permissions: ["staff.appoint", ...permissions] })
  const { id } = await anEmployee(here.shop, await saveRole(here.shop, owner, null, role))
  const needed = ["staff.appoint", "customers.edit", "customers.delete"] as const
  return requireStaff(await findActiveUser(here.shop, id), needed)
}

test("a shop starts with six roles, of which the owner's has every permission and bookkeeping is read-only", async () => {
  const roles = await listRoles(here.shop, owner)
  expect(roles.map(({ name }) => name).slice(0, 6)).toEqual([
    "Owner",
    "Manager",
    "Catalogue",
    "Packing",
    "Support",
    "Bookkeeping",
  ])
  expect(permissionsOf(owner)).toContain("staff.appoint")
  const bookkeeping = roles.find(({ name }) => name === "Bookkeeping")?.permissions ?? []
  expect(bookkeeping.every((permission) => /\.(see|export)$/.test(permission))).toBe(true)
  expect(bookkeeping).not.toHaveLength(0)
})

test("a name belongs to one role in any case, also under concurrent requests", async () => {
  const names = ["Night shift", "night shift", "NIGHT SHIFT"]
  const outcomes = await Promise.allSettled(names.map((name) => saveRole(here.shop, owner, null, form({ name }))))
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ kind: "invalid", field: "name" })
  const other = await saveRole(here.shop, owner, null, form({ name: "Day shift" }))
  await expect(saveRole(here.shop, owner, other, form({ name: "Night Shift" }))).rejects.toThrow(
    "There is already a role with this name",
  )
  await expect(saveRole(here.shop, owner, other, form({ name: "Day Shift" }))).resolves.toBe(other)
})

test("another role, or a change of it, applies from the next request", async () => {
  const { shop } = here
  const worker = await anEmployee(shop, await roleNamed("Packing"))
  const token = await aSession(shop, worker)
  const held = async () => {
    const session = await findSession(shop, token)
    return session ? permissionsOf(session.user) : null
  }
  expect(await held()).toEqual(["products.see", "orders.see", "orders.ship", "orders.note"])
  const id = await saveRole(shop, owner, null, form({ name: "Courier", permissions: ["orders.ship"] }))
  await assignRole(shop, owner, worker.id, id)
  expect(await held()).toEqual(["orders.ship"])
  await saveRole(shop, owner, id, form({ name: "Courier", permissions: [] }))
  expect(await held()).toEqual([])
  await assignRole(shop, owner, worker.id, OWNER_ROLE)
  expect(await held()).toContain("staff.appoint")
  await updateUser(shop, owner, worker.id, { name: worker.name, email: worker.email, role: "user" })
  expect(await held()).toEqual([])
  expect((await listStaff(shop, owner)).map(({ id }) => id)).not.toContain(worker.id)
})

test("the owner's role cannot be changed, nor a role that someone else has changed in the meantime, nor can a name be used twice", async () => {
  const { shop } = here
  await expect(saveRole(shop, owner, OWNER_ROLE, form({ name: "King" }))).rejects.toThrow("cannot be changed")
  await expect(deleteRole(shop, owner, OWNER_ROLE)).rejects.toThrow("cannot be changed")
  await expect(saveRole(shop, owner, null, form({ name: "packing" }))).rejects.toMatchObject({ field: "name" })
  const id = await saveRole(shop, owner, null, form({ name: "Florist" }))
  const snapshot = roleRecord.textsOf(await findRole(shop, owner, id))
  await saveRole(shop, owner, id, form({ name: "Florist", permissions: ["orders.see"], snapshot }))
  const late = form({ name: "Florist", permissions: ["pages.edit"], snapshot })
  await expect(saveRole(shop, owner, id, late)).rejects.toMatchObject({ kind: "conflict" })
  const worker = await anEmployee(shop, id)
  await expect(deleteRole(shop, owner, id)).rejects.toThrow("1 person has this role")
  await assignRole(shop, owner, worker.id, await roleNamed("Packing"))
  await deleteRole(shop, owner, id)
  await expect(assignRole(shop, owner, worker.id, id)).rejects.toMatchObject({ kind: "invalid", field: "role" })
})

test("no one can give more than they have, or change the account of someone who has more", async () => {
  const { shop } = here
  const boss = await appointer("customers.edit", "customers.delete", "orders.see")
  const packer = await anEmployee(shop, await roleNamed("Packing"))
  const seer = await saveRole(shop, owner, null, form({ name: "Seer", permissions: ["orders.see"] }))
  const refused = { kind: "forbidden", message: "Role: admin is not allowed to access this resource" }
  const changes = { name: "Mallory", email: "mallory@shop.test" }
  const deeds = [
    () => assignRole(shop, boss, packer.id, seer),
    () => assignRole(shop, boss, owner.id, seer),
    () => assignRole(shop, boss, boss.id, OWNER_ROLE),
    () => saveRole(shop, boss, seer, form({ name: "Seer", permissions: ["orders.refund"] })),
    () => saveRole(shop, boss, null, form({ name: "More", permissions: ["orders.refund"] })),
    () => updateUser(shop, boss, packer.id, changes),
    () => updateUser(shop, boss, boss.id, { ...changes, role: "admin" as const }),
    () => softDeleteUser(shop, boss, packer.id),
    () => signOutUser(shop, boss, packer.id),
  ]
  for (const deed of deeds) await expect(deed()).rejects.toMatchObject(refused)
  await softDeleteUser(shop, owner, packer.id)
  await expect(restoreUser(shop, boss, packer.id)).rejects.toMatchObject(refused)
  const helper = await anEmployee(shop, seer)
  expect((await updateUser(shop, boss, helper.id, changes)).staffRole?.name).toBe("Seer")
  const limited = form({ name: "Limited", permissions: ["orders.see"], refundLimitOfOrder: "100" })
  await assignRole(shop, boss, helper.id, await saveRole(shop, boss, null, limited))
})

test("staff without the permission for staff can change shoppers, and no one on the staff", async () => {
  const { shop } = here
  const support = await anEmployee(shop, await roleNamed("Support"))
  const editor = requireStaff(support, ["customers.edit"])
  const shopper = await aMember(shop)
  const changes = { name: "Ada King", email: shopper.email }
  expect((await updateUser(shop, editor, shopper.id, { ...changes, role: "user" })).name).toBe("Ada King")
  await expect(updateUser(shop, editor, shopper.id, { ...changes, role: "admin" })).rejects.toMatchObject({
    kind: "forbidden",
  })
  const packer = await anEmployee(shop, await roleNamed("Packing"))
  const taken = { name: "Packer", email: "stolen@shop.test" }
  await expect(updateUser(shop, editor, packer.id, taken)).rejects.toMatchObject({ missing: ["staff.appoint"] })
})

test("of two owners who concurrently take the role from each other, one stays", async () => {
  const own = await openTestShop()
  const packing = "000000000000000000000004"
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await anAdmin(own.shop), await anAdmin(own.shop)]
    const { name, email } = two
    const outcomes = await Promise.allSettled([
      assignRole(own.shop, one, two.id, packing),
      assignRole(own.shop, two, one.id, packing),
      round % 2
        ? updateUser(own.shop, one, two.id, { name, email, role: "user" })
        : softDeleteUser(own.shop, one, two.id),
    ])
    expect(outcomes.map(({ status }) => status)).toContain("rejected")
    const left = (await listStaff(own.shop, one)).filter(({ role }) => role.id === OWNER_ROLE)
    expect(left).toHaveLength(1)
    await own.shop.db.updateTable("users").set({ role: "user" }).execute()
  }
  await own.close()
})

test("an owner who cannot sign in does not count as the last owner", async () => {
  const own = await openTestShop()
  const one = await anAdmin(own.shop)
  const { id } = await anAdmin(own.shop)
  await own.shop.db.updateTable("users").set({ password_hash: "" }).where("id", "=", id).execute()
  await expect(assignRole(own.shop, one, one.id, "000000000000000000000004")).rejects.toThrow("The last administrator")
  await own.close()
})
