import type { Shop } from "../shop"
import { forbidden, unauthenticated } from "../shop-error"
import type { Permission, productEditing } from "./permission"
import type { User } from "./user"

declare const admitted: unique symbol

export type Visitor = User | null

/** A signed-in user; only `requireMember` creates one. */
export type Member = User & { readonly kind: "member"; readonly [admitted]: true }

export type Buyer = Member

/** An employee with these permissions; only `requireStaff` and `staffOf` create one. */
export type Staff<P extends Permission = Permission> = User & {
  readonly kind: "staff"
  readonly [admitted]: { readonly [Held in P]: true }
}

export type ProductEditor = Staff<(typeof productEditing)[number]>

export function isStaff({ role }: Pick<User, "role">): boolean {
  return role === "admin"
}

/** @throws ShopError `unauthenticated` without a signed-in user */
export function requireMember(user: Visitor): Member {
  if (!user) throw unauthenticated()
  return { ...user, kind: "member" } as Member
}

/** @throws ShopError `unauthenticated` without a signed-in user, `forbidden` if the role lacks a permission */
export function requireStaff<P extends Permission = never>(
  shop: Pick<Shop, "roles">,
  user: Visitor,
  permissions: readonly P[],
): Staff<P> {
  if (!user) throw unauthenticated()
  const staff = staffOf(shop, user, permissions)
  if (!staff) throw forbidden(user.role)
  return staff
}

/** Returns null if the user is no employee or the role lacks a permission. */
export function staffOf<P extends Permission>(
  { roles }: Pick<Shop, "roles">,
  user: User,
  permissions: readonly P[],
): Staff<P> | null {
  const isPermitted = isStaff(user) && permissions.every((permission) => roles[user.role].has(permission))
  return isPermitted ? ({ ...user, kind: "staff" } as Staff<P>) : null
}
