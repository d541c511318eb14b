import {
  type Buyer,
  type Member,
  requireBuyer,
  requireMember,
  requireStaff,
  type Staff,
  type Visitor,
} from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { RequestContext } from "./request-context.server"

export interface Audience<Actor> {
  readonly kind: "visitor" | "buyer" | "member" | "staff"
  /** Identifies a visitor without a session, by the `:id` of the address. */
  identify?(ctx: RequestContext, id: string): Promise<Visitor>
  /** @throws ShopError `unauthenticated` or `forbidden` */
  admit(user: Visitor): Actor
}

export const visitors: Audience<Visitor> = { kind: "visitor", admit: (user) => user }

export const members: Audience<Member> = { kind: "member", admit: requireMember }

/** Admits members, and guests within their session */
export const buyers: Audience<Buyer> = { kind: "buyer", admit: requireBuyer }

/** Admits visitors as well: a bank's app may return to a browser without the buyer's session. */
export const returningBuyers: Audience<Buyer | null> = { kind: "visitor", admit: (user) => user && requireBuyer(user) }

/** Without permissions, admits all staff. */
export function staffWith<P extends Permission>(permissions: P | readonly P[]): Audience<Staff<P>> {
  return { kind: "staff", admit: (user) => requireStaff(user, [permissions].flat() as P[]) }
}
