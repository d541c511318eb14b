import type { StoredPicture } from "../media/picture"
import { forbidden, unauthenticated } from "../shop-error"

export type Role = "admin" | "user"
export const roles = ["admin", "user"] as const

/** Somebody with an account, as the session knows them. */
export interface User {
  id: string
  name: string
  email: string
  role: Role
  avatar: StoredPicture | null
  createdAt: Date
}

declare const signedIn: unique symbol
declare const administrator: unique symbol

/** A signed-in user; comes only from `requireMember`. */
export type Member = User & { readonly [signedIn]: true }

/** A signed-in administrator; comes only from `requireAdmin`. */
export type Admin = Member & { readonly [administrator]: true }

/** @throws ShopError `unauthenticated` without a signed-in user */
export function requireMember(user: User | null): Member {
  if (!user) throw unauthenticated()
  return user as Member
}

/** @throws ShopError `unauthenticated` without a signed-in user, `forbidden` when it is no administrator */
export function requireAdmin(user: User | null): Admin {
  const member = requireMember(user)
  if (member.role !== "admin") throw forbidden(member.role)
  return member as Admin
}
