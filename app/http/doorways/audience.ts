import { type Member, requireMember, requireStaff, type Staff, type Visitor } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { Shop } from "~/domain/shop"

export interface Audience<Actor> {
  readonly kind: "visitor" | "member" | "staff"
  /** @throws ShopError `unauthenticated` or `forbidden` */
  admit(shop: Pick<Shop, "roles">, user: Visitor): Actor
}

export const visitors: Audience<Visitor> = { kind: "visitor", admit: (_shop, user) => user }

export const members: Audience<Member> = { kind: "member", admit: (_shop, user) => requireMember(user) }

/** Admits every employee if there are no permissions. */
export function staffWith<P extends Permission>(permissions: P | readonly P[]): Audience<Staff<P>> {
  return { kind: "staff", admit: (shop, user) => requireStaff(shop, user, [permissions].flat() as P[]) }
}
