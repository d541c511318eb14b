import { type Admin, type Member, requireAdmin, requireMember, type User } from "~/domain/accounts/user"

/** Who may come in: a visitor is anybody, signed in or not. */
export type Audience = "visitor" | "member" | "admin"

/** As whom somebody comes in. */
export interface ActorOf {
  visitor: User | null
  member: Member
  admin: Admin
}

/** The guards of all doorways. @throws ShopError `unauthenticated` or `forbidden` for who may not come in */
export const admit: { readonly [A in Audience]: (user: User | null) => ActorOf[A] } = {
  visitor: (user) => user,
  member: requireMember,
  admin: requireAdmin,
}
