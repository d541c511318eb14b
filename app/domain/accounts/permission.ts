import type { Role } from "./user"

/** What staff may be permitted to do, by room. */
export const permissions = [
  "products.see",
  "products.edit",
  "prices.edit",
  "stock.correct",
  "orders.see",
  "orders.ship",
  "orders.note",
  "orders.cancel",
  "orders.refund",
  "orders.delete",
  "customers.see",
  "customers.edit",
  "customers.delete",
  "customers.export",
  "reviews.moderate",
  "searches.moderate",
  "pages.edit",
  "settings.edit",
  "attention.settle",
  "audit.see",
  "staff.appoint",
] as const
export type Permission = (typeof permissions)[number]

/** The permissions that the product form, the import and the bulk edit need: they write every field. */
export const productEditing = ["products.edit", "prices.edit", "stock.correct"] as const satisfies Permission[]

export type Roles = Readonly<Record<Role, ReadonlySet<Permission>>>

/** An `admin` is an owner of the shop. */
export const shippedRoles: Roles = { admin: new Set(permissions), user: new Set() }
