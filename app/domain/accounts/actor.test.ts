import { expect, expectTypeOf, test } from "vitest"
import { type Buyer, isStaff, type Member, requireMember, requireStaff, type Staff, staffOf } from "./actor"
import { permissions } from "./permission"
import { OWNER_ROLE, type StaffRole } from "./role"
import type { User } from "./user"

const owner: StaffRole = {
  id: OWNER_ROLE,
  name: "Owner",
  permissions: [],
  refundLimitOfOrder: null,
  refundLimitOfDay: null,
}
const grace: User = {
  id: "66aabbccddeeff0011223344",
  name: "Grace Hopper",
  email: "grace@shop.test",
  role: "admin",
  staffRole: owner,
  isGuest: false,
  isVerified: true,
  awaitsRole: false,
  avatar: null,
  createdAt: new Date(0),
}
const ada: User = { ...grace, name: "Ada Lovelace", role: "user", staffRole: null }
const packer: User = {
  ...grace,
  staffRole: { ...owner, id: "000000000000000000000004", permissions: ["orders.see", "orders.ship"] },
}

test("staff with more permissions are accepted where fewer are required, and not the other way round", () => {
  expectTypeOf<Staff<"orders.see" | "orders.refund">>().toExtend<Staff<"orders.refund">>()
  expectTypeOf<Staff>().toExtend<Staff<"orders.refund" | "stock.correct">>()
  expectTypeOf<Staff<"orders.see">>().toExtend<Staff<never>>()
  expectTypeOf<Staff<"orders.see">>().not.toExtend<Staff<"orders.refund">>()
  expectTypeOf<Staff<"orders.see">>().not.toExtend<Staff<"orders.see" | "orders.refund">>()
  expectTypeOf<Staff<never>>().not.toExtend<Staff>()
})

test("only a guard creates an actor, and staff and buyers are distinct types", () => {
  expectTypeOf<Member>().toExtend<Buyer>()
  expectTypeOf<Staff>().not.toExtend<Buyer>()
  expectTypeOf<Buyer>().not.toExtend<Staff<never>>()
  expectTypeOf<User & { kind: "member" }>().not.toExtend<Buyer>()
  expectTypeOf<User & { kind: "staff" }>().not.toExtend<Staff<never>>()
  expectTypeOf(requireStaff(grace, ["orders.see"])).toEqualTypeOf<Staff<"orders.see">>()
})

test("an owner has every permission and a shopper none", () => {
  expect(requireStaff(grace, permissions)).toEqual({ ...grace, kind: "staff" })
  expect(requireMember(grace)).toEqual({ ...grace, kind: "member" })
  expect([isStaff(grace), isStaff(ada)]).toEqual([true, false])
  expect(staffOf(ada, [])).toBeNull()
})

test("someone who is not signed in, is not staff or lacks a permission gets the usual message", () => {
  expect(() => requireMember(null)).toThrow("Please login to access this resource")
  expect(() => requireStaff(null, [])).toThrow("Please login to access this resource")
  expect(() => requireStaff(ada, [])).toThrow("Role: user is not allowed to access this resource")
  expect(() => requireStaff(packer, ["orders.ship", "orders.refund"])).toThrow(
    "Role: admin is not allowed to access this resource",
  )
  expect(requireStaff(packer, ["orders.ship", "orders.see"]).kind).toBe("staff")
})
