import { customerImporting, type Permission, productEditing } from "~/domain/accounts/permission"
import { newObjectId } from "~/domain/object-id.server"
import { setRole } from "~/domain/staff/staff.server"
import type { TestBrowser } from "../browser/test-browser.server"
import type { TestServer } from "./test-server.server"

export type Permissions = readonly Permission[]

const [EVERYBODY, NO_FORM]: [Permissions, null] = [[], null]

/** Permissions of each back-office address, for its page and for its form */
export const screens: Record<string, [page: Permissions, form: Permissions | null]> = {
  admin: [EVERYBODY, EVERYBODY],
  "admin/*": [EVERYBODY, EVERYBODY],
  "admin/dashboard": [EVERYBODY, NO_FORM],
  "admin/search": [EVERYBODY, NO_FORM],
  "admin/orders": [["orders.see"], NO_FORM],
  "admin/orders/pack": [["orders.see", "orders.ship"], NO_FORM],
  "admin/orders/slips": [["orders.see"], NO_FORM],
  "admin/orders/ship": [["orders.see", "orders.ship"], ["orders.ship"]],
  "admin/order/:id": [["orders.see"], ["orders.ship"]],
  "admin/order/:id/cancel": [["orders.see", "orders.cancel"], ["orders.cancel"]],
  "admin/order/:id/refund": [["orders.see", "orders.refund"], ["orders.refund"]],
  "admin/order/:id/refund/confirm": [["orders.see", "orders.refund"], NO_FORM],
  "admin/order/:id/refund/decline": [["orders.refund"], ["orders.refund"]],
  "admin/order/:id/payment": [["orders.see", "orders.ship"], ["orders.ship"]],
  "admin/order/:id/payment/:payment/undo": [["orders.see", "orders.ship"], ["orders.ship"]],
  "admin/order/:id/reopen": [["orders.see", "orders.cancel"], ["orders.cancel"]],
  "admin/order/:id/tracking": [["orders.see", "orders.ship"], ["orders.ship"]],
  "admin/order/:id/notes": [["orders.see"], ["orders.note"]],
  "admin/order/:id/end-access": [["orders.see", "orders.ship"], ["orders.ship"]],
  "admin/order/:id/customs": [["orders.see"], NO_FORM],
  "admin/order/:id/packing-slip": [["orders.see"], NO_FORM],
  "admin/payments": [["orders.refund"], NO_FORM],
  "admin/payments/import": [["orders.refund"], ["orders.refund"]],
  "admin/payments/file/:id": [["orders.refund"], ["orders.refund"]],
  "admin/payments/file/:id/discard": [["orders.refund"], ["orders.refund"]],
  "admin/payments/line/:id": [["orders.refund"], ["orders.refund"]],
  "admin/payments/orders": [["orders.see", "orders.ship"], NO_FORM],
  "admin/payments/receive": [
    ["orders.see", "orders.ship"],
    ["orders.see", "orders.ship"],
  ],
  "admin/payouts": [["orders.refund"], NO_FORM],
  "admin/payouts/done": [["orders.refund"], ["orders.refund"]],
  "admin/payouts/file": [["orders.refund"], ["orders.refund"]],
  "admin/payouts/file/:id": [["orders.refund"], ["orders.refund"]],
  "admin/payouts/file/:id/download": [["orders.refund"], NO_FORM],
  "admin/payout/:id": [["orders.refund"], ["orders.refund"]],
  "admin/payout/:id/cancel": [["orders.refund"], ["orders.refund"]],
  "admin/payout/:id/reopen": [["orders.refund"], ["orders.refund"]],
  "admin/returns": [["orders.see"], NO_FORM],
  "admin/return/:id": [["orders.see"], ["orders.refund"]],
  "admin/return/:id/refund": [["orders.see", "orders.refund"], ["orders.refund"]],
  "admin/return/:id/decline": [["orders.see", "orders.refund"], ["orders.refund"]],
  "admin/products": [["products.see"], NO_FORM],
  "admin/products/bulk": [productEditing, productEditing],
  "admin/products/import": [productEditing, productEditing],
  "admin/products/import/:id": [productEditing, productEditing],
  "admin/products/import/:id/export": [productEditing, NO_FORM],
  "admin/product": [productEditing, productEditing],
  "admin/product/:id": [productEditing, productEditing],
  "admin/product/:id/options": [["products.see"], ["products.see", ...productEditing]],
  "admin/product/:id/versions": [["products.see"], productEditing],
  "admin/product/:id/stock": [["products.see"], NO_FORM],
  "admin/categories": [["products.see"], ["products.edit"]],
  "admin/category": [["products.edit"], ["products.edit"]],
  "admin/category/:id": [["products.see", "products.edit"], ["products.edit"]],
  "admin/category/:id/delete": [["products.see", "products.edit"], ["products.edit"]],
  "admin/options": [["products.see"], ["products.edit"]],
  "admin/users": [["customers.see"], NO_FORM],
  "admin/users/import": [customerImporting, customerImporting],
  "admin/users/import/:id": [customerImporting, customerImporting],
  "admin/users/import/:id/messages": [customerImporting, NO_FORM],
  "admin/products/import/:id/undo": [productEditing, productEditing],
  "admin/users/import/:id/undo": [customerImporting, customerImporting],
  "admin/users/invitations": [customerImporting, customerImporting],
  "admin/users/invitations/stop": [customerImporting, customerImporting],
  "admin/user/:id": [["customers.see"], ["customers.edit"]],
  "admin/user/:id/verification": [["customers.edit"], ["customers.edit"]],
  "admin/user/:id/sessions": [["customers.see"], NO_FORM],
  "admin/user/:id/sessions/end": [["customers.see", "customers.edit"], ["customers.edit"]],
  "admin/staff": [["staff.appoint"], ["staff.appoint"]],
  "admin/staff/invitation/:id": [["staff.appoint"], ["staff.appoint"]],
  "admin/staff/invitation/:id/revoke": [["staff.appoint"], ["staff.appoint"]],
  "admin/staff/:id/end": [["staff.appoint"], ["staff.appoint"]],
  "admin/staff/:id": [["staff.appoint"], ["staff.appoint"]],
  "admin/staff/role": [["staff.appoint"], ["staff.appoint"]],
  "admin/staff/role/:id": [["staff.appoint"], ["staff.appoint"]],
  "admin/staff/role/:id/delete": [["staff.appoint"], ["staff.appoint"]],
  "admin/reviews": [["reviews.moderate"], NO_FORM],
  "admin/discounts": [["discounts.see"], ["discounts.edit"]],
  "admin/discount": [["discounts.see", "discounts.edit"], ["discounts.edit"]],
  "admin/discount/:id": [["discounts.see", "discounts.edit"], ["discounts.edit"]],
  "admin/pages": [["pages.edit"], NO_FORM],
  "admin/page/:page": [["pages.edit"], ["pages.edit"]],
  "admin/page/:page/history": [["pages.edit"], NO_FORM],
  "admin/page/:page/version/:version": [["pages.edit"], ["pages.edit"]],
  "admin/settings": [["settings.edit"], ["settings.edit"]],
  "admin/settings/history": [["settings.edit"], ["settings.edit"]],
  "admin/invoices": [["orders.see"], NO_FORM],
  "admin/settings/numbers": [["settings.edit"], ["settings.edit"]],
  "admin/settings/accounting": [["settings.edit"], ["settings.edit"]],
  "admin/settings/ways-to-pay": [["settings.edit"], ["settings.edit"]],
  "admin/settings/online-payment": [["settings.edit"], ["settings.edit"]],
  "admin/settings/duties": [["settings.edit"], ["settings.edit"]],
  "admin/settings/legal-guarantee": [["settings.edit"], ["settings.edit"]],
  "admin/settings/second-factors": [
    ["settings.edit", "staff.appoint"],
    ["settings.edit", "staff.appoint"],
  ],
  "admin/shipping": [["shipping.edit"], ["shipping.edit"]],
  "admin/shipping/undo": [["shipping.edit"], ["shipping.edit"]],
  "admin/shipping/:zone": [["shipping.edit"], ["shipping.edit"]],
  "admin/shipping/:zone/delete": [["shipping.edit"], ["shipping.edit"]],
  "admin/shipping/:zone/:method": [["shipping.edit"], ["shipping.edit"]],
  "admin/taxes": [["taxes.see"], ["taxes.edit"]],
  "admin/tax-report": [["taxes.see"], NO_FORM],
  "admin/taxes/rate": [["taxes.edit"], ["taxes.edit"]],
  "admin/taxes/rate/delete": [["taxes.edit"], ["taxes.edit"]],
  "admin/taxes/undo": [EVERYBODY, ["taxes.edit"]],
  "admin/taxes/import": [["taxes.edit"], ["taxes.edit"]],
  "admin/searches": [["searches.moderate"], ["searches.moderate"]],
  "admin/attention": [["attention.settle"], NO_FORM],
  "admin/attention/law": [["attention.settle"], NO_FORM],
  "admin/attention/:kind/:id": [["attention.settle"], ["attention.settle"]],
  "admin/audit": [["audit.see"], NO_FORM],
  "admin/orders/export": [["orders.see", "customers.export"], NO_FORM],
  "admin/invoices/export": [["orders.see", "customers.export"], NO_FORM],
  "admin/returns/export": [["orders.see", "customers.export"], NO_FORM],
  "admin/payouts/export": [["orders.refund", "customers.export"], NO_FORM],
  "admin/products/export": [["products.see"], NO_FORM],
  "admin/users/export": [["customers.see", "customers.export"], NO_FORM],
  "admin/reviews/export": [["reviews.moderate", "customers.export"], NO_FORM],
  "admin/discounts/export": [["discounts.see", "customers.export"], NO_FORM],
  "admin/audit/export": [["audit.see", "customers.export"], NO_FORM],
  "admin/order/:id/delete": [
    ["orders.see", "orders.delete"],
    ["orders.see", "orders.delete"],
  ],
  "admin/product/:id/delete": [["products.edit"], ["products.edit"]],
  "admin/user/:id/delete": [
    ["customers.see", "customers.delete"],
    ["customers.see", "customers.delete"],
  ],
  "admin/review/:id/delete": [["reviews.moderate"], ["reviews.moderate"]],
  "admin/undo?kind=product": [EVERYBODY, ["products.edit"]],
  "admin/undo?kind=category": [EVERYBODY, ["products.edit"]],
  "admin/undo?kind=order": [EVERYBODY, ["orders.delete"]],
  "admin/undo?kind=user": [EVERYBODY, ["customers.delete"]],
  "admin/undo?kind=review": [EVERYBODY, ["reviews.moderate"]],
}

/** Returns the route that serves an address, such as `/admin/:list/export` for one list. */
export const addressOf = (screen: string) =>
  screen
    .replace(/\?.*/, "")
    .replace(/^admin\/\w+\/export$/, "admin/:list/export")
    .replace(/^admin\/(?!category)\w+\/:id\/delete$/, "admin/:kind/:id/delete")

/** A browser signed in as staff with exactly these permissions */
export async function signInEmployee({ shop, signedIn }: TestServer, some: Permissions): Promise<TestBrowser> {
  const [id, role] = [newObjectId(shop.now()), newObjectId(shop.now())]
  await shop.transaction(async (tx) => {
    await tx.db
      .insertInto("roles")
      .values({ id: role, name: `Role ${id}`, permissions: [...some] })
      .execute()
    await tx.db
      .insertInto("users")
      .values({ id, name: "Worker", email: `${id}@shop.test`, password_hash: "none", role: "admin" })
      .execute()
    await setRole(tx, id, role, null)
  })
  return signedIn({ id, role: "admin" })
}
