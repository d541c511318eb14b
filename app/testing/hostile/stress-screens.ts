import { paths } from "~/paths"
import type { furnishWithStressContent } from "./stress-content.server"

type StressContent = Awaited<ReturnType<typeof furnishWithStressContent>>

/** Public screens */
function publicScreens({ first, second, gone, jacket, unbroken }: StressContent): string[] {
  return [
    "/",
    "/products",
    `/products/${unbroken}`,
    "/search",
    ...[first, second, gone, jacket].map((id) => `/product/${id}`),
    "/recently-viewed",
    "/contact",
    "/about",
    "/shipping-and-returns",
    "/privacy",
    "/terms",
    "/imprint",
    "/accessibility",
    "/withdraw",
    "/api/docs",
    "/login",
    "/login/passkey",
    "/login/link",
    "/password/forgot",
    "/order/links",
    `/${unbroken}`,
  ]
}

/** Screens of a member; shipping precedes confirm, which holds the units for the payment. */
function memberScreens(content: StressContent): string[] {
  const { first, order, delivered, fresh, declared, invoice, passkey, session } = content
  return [
    `/product/${first}/review`,
    "/cart",
    "/shipping",
    "/order/confirm",
    "/process/payment",
    "/account",
    "/account/devices",
    `/account/devices/${session}`,
    "/account/confirm",
    "/account/security",
    "/account/security/app",
    "/account/security/app/remove",
    "/account/security/passkeys/new",
    `/account/security/passkeys/${passkey}`,
    `/account/security/passkeys/${passkey}/remove`,
    "/account/security/recovery-codes",
    "/account/data",
    "/account/delete",
    "/update",
    "/password/update",
    "/orders",
    "/orders/join",
    `/order/${order}`,
    `/order/${order}/receipt`,
    `/order/${order}/invoices`,
    `/order/${order}/invoices/${invoice}`,
    `/order/${fresh}/cancel`,
    `/order/${fresh}/withdraw`,
    `/order/${fresh}/withdrawal/${declared}`,
    `/order/${delivered}/return`,
    `/order/${order}/data`,
  ]
}

/** Screens of orders and products in the back office */
function salesScreens(content: StressContent): string[] {
  const { order, fresh, first, second, jacket, imported, received, requested, declared, draft, category, discount } =
    content
  return [
    `/preview/${draft}`,
    "/admin/dashboard",
    `/admin/search?search=${content.unbroken}`,
    "/admin/orders",
    "/admin/orders/pack",
    `/admin/orders/slips?id=${order}`,
    `/admin/orders/ship?id=${order}`,
    `/admin/order/${order}`,
    `/admin/order/${order}/refund`,
    `/admin/order/${order}/customs`,
    `/admin/order/${order}/packing-slip`,
    `/admin/order/${order}/tracking`,
    `/admin/order/${order}/notes`,
    `/admin/order/${order}/delete`,
    `/admin/order/${fresh}/cancel`,
    "/admin/invoices",
    "/admin/payments",
    "/admin/payments/import",
    "/admin/payments/orders",
    "/admin/payouts",
    "/admin/returns",
    `/admin/return/${received}`,
    `/admin/return/${declared}`,
    `/admin/return/${received}/refund`,
    `/admin/return/${requested}/decline`,
    "/admin/products",
    `/admin/products/bulk?id=${first}&id=${second}&priceMode=raise&priceBy=10`,
    "/admin/products/import",
    `/admin/products/import/${imported}`,
    "/admin/product",
    `/admin/product/${first}`,
    `/admin/product/${jacket}/options`,
    `/admin/product/${jacket}/versions`,
    `/admin/product/${first}/stock`,
    `/admin/product/${first}/delete`,
    "/admin/categories",
    "/admin/category",
    `/admin/category/${category}`,
    `/admin/category/${category}/delete`,
    "/admin/discounts",
    "/admin/discount",
    `/admin/discount/${discount}`,
  ]
}

/** Screens of people, texts and settings in the back office */
function settingsScreens(content: StressContent): string[] {
  const { admin, customers, second, review, role, employee, invitation, zone, method, rate, incident } = content
  return [
    "/admin/users",
    "/admin/users/import",
    `/admin/users/import/${customers}`,
    `/admin/users/import/${customers}/undo`,
    "/admin/users/invitations",
    `/admin/user/${admin.id}`,
    `/admin/user/${admin.id}/sessions`,
    `/admin/user/${admin.id}/sessions/end`,
    "/admin/staff",
    "/admin/staff/role",
    `/admin/staff/role/${role}`,
    `/admin/staff/role/${role}/delete`,
    `/admin/staff/invitation/${invitation}/revoke`,
    `/admin/staff/${employee}`,
    `/admin/staff/${employee}/end`,
    `/admin/reviews?product=${second}`,
    `/admin/review/${review}/delete`,
    "/admin/pages",
    "/admin/page/imprint",
    "/admin/page/imprint/history",
    "/admin/page/imprint/version/0",
    "/admin/settings",
    "/admin/settings/second-factors",
    "/admin/settings/accounting",
    "/admin/settings/ways-to-pay",
    "/admin/settings/online-payment",
    "/admin/settings/duties",
    "/admin/settings/numbers",
    "/admin/settings/legal-guarantee",
    "/admin/settings/history",
    "/admin/options",
    "/admin/shipping",
    paths.shippingZone(zone),
    paths.deleteZone(zone),
    paths.shippingMethod(zone, method),
    "/admin/taxes",
    "/admin/tax-report",
    paths.taxRate(rate),
    paths.deleteTaxRate(rate),
    "/admin/taxes/import?table=eu",
    "/admin/searches",
    "/admin/attention",
    "/admin/attention/law",
    paths.settle("refund", incident),
    "/admin/audit",
    "/admin/nothing",
  ]
}

/** Addresses of all screens, by audience */
export const stressScreens = {
  anybody: publicScreens,
  "a member": memberScreens,
  "orders and products": salesScreens,
  "people and settings": settingsScreens,
}
