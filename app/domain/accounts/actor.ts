import { forbidden, unauthenticated } from "~/domain/shop-error"
import {
  permissions as allPermissions,
  type customerImporting,
  type Permission,
  type productEditing,
} from "./permission"
import { isOwnerRole, permits } from "./role"
import type { User } from "./user"

declare const admitted: unique symbol

export type Visitor = User | null

/** A signed-in user; only `requireMember` creates one. */
export type Member = User & { readonly kind: "member"; readonly [admitted]: true }

/** A buyer without an account; only `requireBuyer` creates one. */
export type Guest = User & { readonly kind: "guest"; readonly [admitted]: true }

export type Buyer = Member | Guest

/** An employee with these permissions; only `requireStaff` and `staffOf` create one. */
export type Staff<P extends Permission = Permission> = User & {
  readonly kind: "staff"
  readonly [admitted]: { readonly [Held in P]: true }
}

export type CustomerImporter = Staff<(typeof customerImporting)[number]>

export type ProductEditor = Staff<(typeof productEditing)[number]>

export function isStaff({ role }: Pick<User, "role">): boolean {
  return role === "admin"
}

export function isOwner({ staffRole }: Pick<User, "staffRole">): boolean {
  return staffRole !== null && isOwnerRole(staffRole)
}

export function permissionsOf({ staffRole }: Pick<User, "staffRole">): Permission[] {
  return staffRole ? allPermissions.filter((permission) => permits(staffRole, permission)) : []
}

export function isMember(user: Visitor): user is User & { readonly isGuest: false } {
  return user !== null && !user.isGuest
}

/** @throws ShopError `unauthenticated` without a signed-in user */
export function requireMember(user: Visitor): Member {
  if (!isMember(user)) throw unauthenticated()
  return { ...user, kind: "member" } as Member
}

/** @throws ShopError `unauthenticated` for a visitor who is neither signed in nor a guest */
export function requireBuyer(user: Visitor): Buyer {
  if (!user?.isGuest) return requireMember(user)
  return { ...user, kind: "guest" } as Guest
}

/** @throws ShopError `unauthenticated` without a signed-in user, `forbidden` if the role lacks a permission */
export function requireStaff<P extends Permission = never>(user: Visitor, permissions: readonly P[]): Staff<P> {
  if (!isMember(user)) throw unauthenticated()
  const staff = staffOf(user, permissions)
  if (!staff) throw forbidden(user.role, missingOf(user, permissions))
  return staff
}

/** Returns null if the user is no employee or the role lacks a permission. */
export function staffOf<P extends Permission>(user: User, permissions: readonly P[]): Staff<P> | null {
  const isPermitted = isStaff(user) && missingOf(user, permissions).length === 0
  return isPermitted ? ({ ...user, kind: "staff" } as Staff<P>) : null
}

function missingOf({ staffRole }: User, permissions: readonly Permission[]): Permission[] {
  return permissions.filter((permission) => !staffRole || !permits(staffRole, permission))
}
