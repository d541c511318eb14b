import type { Shop } from "../shop"
import { forbidden, unauthenticated } from "../shop-error"
import type { Permission, productEditing } from "./permission"
import type { User } from "./user"

declare const admitted: unique symbol

/** Anybody, signed in or not. */
export type Visitor = User | null

/** A signed-in user; made only by `requireMember`. */
export type Member = User & { readonly kind: "member"; readonly [admitted]: true }

/** Whoever has a cart, a checkout and orders. */
export type Buyer = Member

/**
 * Somebody who works here and has these permissions, all of them by default; made only by `requireStaff` and `staffOf`.
 * Staff with more permissions can be passed where fewer are demanded.
 */
export type Staff<P extends Permission = Permission> = User & {
  readonly kind: "staff"
  readonly [admitted]: { readonly [Held in P]: true }
}

export type ProductEditor = Staff<(typeof productEditing)[number]>

/** Whether somebody may enter the back office at all. */
export function isStaff({ role }: Pick<User, "role">): boolean {
  return role === "admin"
}

/** @throws ShopError `unauthenticated` without a signed-in user */
export function requireMember(user: Visitor): Member {
  if (!user) throw unauthenticated()
  return { ...user, kind: "member" } as Member
}

/**
 * @throws ShopError `unauthenticated` without a signed-in user, `forbidden` if they do not work here or their role lacks
 * one of the permissions
 */
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

/** Returns the same person as staff, or null if they do not work here or their role lacks one of the permissions. */
export function staffOf<P extends Permission>(
  { roles }: Pick<Shop, "roles">,
  user: User,
  permissions: readonly P[],
): Staff<P> | null {
  const isPermitted = isStaff(user) && permissions.every((permission) => roles[user.role].has(permission))
  return isPermitted ? ({ ...user, kind: "staff" } as Staff<P>) : null
}
