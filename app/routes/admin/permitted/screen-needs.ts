import { customerImporting, type Permission, productEditing } from "~/domain/accounts/permission"

/** The permissions that each screen requires; the first match counts. */
const screens: readonly (readonly [RegExp, readonly Permission[]])[] = [
  [/^(orders|returns|invoices)\/export$/, ["orders.see", "customers.export"]],
  [/^payments\/(orders|receive)$/, ["orders.see", "orders.ship"]],
  [/^payouts\/export$/, ["orders.refund", "customers.export"]],
  [/^(payments|payouts?)\b/, ["orders.refund"]],
  [/^orders\/(pack|ship)$/, ["orders.see", "orders.ship"]],
  [/^order\/\w+\/(cancel|reopen)$/, ["orders.see", "orders.cancel"]],
  [/^order\/\w+\/refund\/decline$/, ["orders.refund"]],
  [/^order\/\w+\/refund\b/, ["orders.see", "orders.refund"]],
  [/^order\/\w+\/(tracking|end-access|payment|payment\/[^/]+\/undo)$/, ["orders.see", "orders.ship"]],
  [/^order\/\w+\/delete$/, ["orders.see", "orders.delete"]],
  [/^return\/\w+\/(refund|decline)$/, ["orders.see", "orders.refund"]],
  [/^(orders?|returns?|invoices)\b/, ["orders.see"]],
  [/^product\/\w+\/delete$/, ["products.edit"]],
  [/^product\/\w+\/(options|versions|stock)$/, ["products.see"]],
  [/^(product\b|products\/(bulk|import))/, productEditing],
  [/^category$/, ["products.edit"]],
  [/^category\b/, ["products.see", "products.edit"]],
  [/^(products|categories|options)\b/, ["products.see"]],
  [/^discounts\/export$/, ["discounts.see", "customers.export"]],
  [/^discount\b/, ["discounts.see", "discounts.edit"]],
  [/^discounts\b/, ["discounts.see"]],
  [/^users\/export$/, ["customers.see", "customers.export"]],
  [/^users\/(import|invitations)\b/, customerImporting],
  [/^user\/\w+\/delete$/, ["customers.see", "customers.delete"]],
  [/^user\/\w+\/sessions\/end$/, ["customers.see", "customers.edit"]],
  [/^user\/\w+\/verification$/, ["customers.edit"]],
  [/^users?\b/, ["customers.see"]],
  [/^reviews\/export$/, ["reviews.moderate", "customers.export"]],
  [/^reviews?\b/, ["reviews.moderate"]],
  [/^searches\b/, ["searches.moderate"]],
  [/^pages?\b/, ["pages.edit"]],
  [/^settings\/second-factors$/, ["settings.edit", "staff.appoint"]],
  [/^settings\b/, ["settings.edit"]],
  [/^shipping\b/, ["shipping.edit"]],
  [/^taxes\/(rate|import)\b/, ["taxes.edit"]],
  [/^taxes\/undo$/, []],
  [/^tax(es|-report)\b/, ["taxes.see"]],
  [/^staff\b/, ["staff.appoint"]],
  [/^attention\b/, ["attention.settle"]],
  [/^audit\/export$/, ["audit.see", "customers.export"]],
  [/^audit\b/, ["audit.see"]],
]

export function needsOf(address: string): readonly Permission[] {
  const [path = ""] = address.split(/[?#]/, 1)
  if (!path.startsWith("/admin/")) return []
  return screens.find(([screen]) => screen.test(path.slice("/admin/".length)))?.[1] ?? []
}
