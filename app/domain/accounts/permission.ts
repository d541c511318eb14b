import type { Role } from "./user"

export const permissions = [
  "products.see",
  "products.edit",
  "prices.edit",
  "stock.correct",
  "discounts.see",
  "discounts.edit",
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
  "shipping.edit",
  "taxes.see",
  "taxes.edit",
  "attention.settle",
  "audit.see",
  "staff.appoint",
] as const
export type Permission = (typeof permissions)[number]

/** The product form, the import and the bulk edit write every field. */
export const productEditing = ["products.edit", "prices.edit", "stock.correct"] as const satisfies Permission[]

export type Roles = Readonly<Record<Role, ReadonlySet<Permission>>>

export const shippedRoles: Roles = { admin: new Set(permissions), user: new Set() }
