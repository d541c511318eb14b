import { type Member, requireMember, requireStaff, type Staff, type Visitor } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"

export interface Audience<Actor> {
  readonly kind: "visitor" | "member" | "staff"
  /** @throws ShopError `unauthenticated` or `forbidden` */
  admit(user: Visitor): Actor
}

export const visitors: Audience<Visitor> = { kind: "visitor", admit: (user) => user }

export const members: Audience<Member> = { kind: "member", admit: requireMember }

/** Admits every employee if there are no permissions. */
export function staffWith<P extends Permission>(permissions: P | readonly P[]): Audience<Staff<P>> {
  return { kind: "staff", admit: (user) => requireStaff(user, [permissions].flat() as P[]) }
}
