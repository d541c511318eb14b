import { productPath } from "~/domain/catalog/product-path"
import { formatViewed } from "~/domain/catalog/viewed-products"

/** `true` means a name without a value. */
type Query = Record<string, string | true | undefined>

/** Builds the addresses of the shop that have parameters or a query; `app/routes.ts` maps them to files. */
export const paths = {
  page: (name: string) => path`/${name}`,
  product: productPath,
  previewProduct: (id: string) => path`/preview/${id}`,
  products: (query?: Query) => withQuery("/products", query),
  recentlyViewed: (ids: readonly string[]) => withQuery("/recently-viewed", { ids: formatViewed(ids) }),
  cart: (query: Query) => withQuery("/cart", query),
  login: (query: { redirect?: string; register?: true; guest?: true }) => withQuery("/login", query),

  secondStep: (query: { redirect?: string }) => withQuery("/login/second-step", query),
  passkeySignIn: (query: { redirect?: string }) => withQuery("/login/passkey", query),
  renamePasskey: (id: string) => path`/account/security/passkeys/${id}`,
  removePasskey: (id: string) => path`/account/security/passkeys/${id}/remove`,
  confirmIdentity: (query: { redirect?: string }) => withQuery("/account/confirm", query),
  signOutDevice: (id: string) => path`/account/devices/${id}`,
  ownFile: (file: string) => path`/account/data/${file}`,
  orders: (query: Query) => withQuery("/orders", query),
  order: (id: string) => path`/order/${id}`,
  orderInvoices: (id: string) => path`/order/${id}/invoices`,
  invoice: (order: string, id: string) => path`/order/${order}/invoices/${id}`,
  receipt: (id: string) => path`/order/${id}/receipt`,
  agreedTerms: (id: string) => path`/order/${id}/terms`,
  orderData: (id: string) => path`/order/${id}/data`,
  orderFile: (id: string, file: string) => path`/order/${id}/data/${file}`,
  discountLink: (code: string) => path`/discount/${code}`,
  cancelOrder: (id: string) => path`/order/${id}/cancel`,
  confirmWithdrawal: (order: string, id: string) => path`/order/${order}/withdrawal/${id}`,
  endOrderAccess: (id: string) => path`/order/${id}/end-access`,
  withdrawOrder: (id: string) => path`/order/${id}/withdraw`,
  returnItems: (id: string) => path`/order/${id}/return`,
  orderAgain: (id: string) => path`/order/${id}/again`,
  leftOutProducts: (id: string) => path`/order/${id}/left-out`,
  payment: (checkout: string) => withQuery("/process/payment", { checkout }),
  paymentReturn: (intent: string) => withQuery("/process/payment/return", { payment_intent: intent }),
  success: (order: string) => withQuery("/success", { order }),

  adminOrders: (query: Query) => withQuery("/admin/orders", query),
  adminOrder: (id: string) => path`/admin/order/${id}`,
  endGuestAccess: (id: string) => path`/admin/order/${id}/end-access`,
  adminCancelOrder: (id: string) => path`/admin/order/${id}/cancel`,
  refundOrder: (id: string, search = "") => path`/admin/order/${id}/refund` + search,
  confirmRefund: (id: string, search: URLSearchParams) => `${path`/admin/order/${id}/refund/confirm`}?${search}`,
  declineRefund: (id: string) => path`/admin/order/${id}/refund/decline`,
  recordPayment: (id: string) => path`/admin/order/${id}/payment`,
  undoPayment: (order: string, id: string) => path`/admin/order/${order}/payment/${id}/undo`,
  reopenOrder: (id: string) => path`/admin/order/${id}/reopen`,
  orderTracking: (id: string) => path`/admin/order/${id}/tracking`,
  orderNotes: (id: string) => path`/admin/order/${id}/notes`,
  packingSlips: (ids: readonly string[]) => `/admin/orders/slips?${idsQuery(ids)}`,
  shipOrders: (ids: readonly string[]) => `/admin/orders/ship?${idsQuery(ids)}`,
  customsDeclaration: (id: string, form: "" | "cn22" | "cn23" = "") =>
    path`/admin/order/${id}/customs` + (form && `?form=${form}`),
  packingSlip: (id: string) => path`/admin/order/${id}/packing-slip`,
  accountantExport: (file: "journal" | "datev" | "oss", query: Query) => withQuery(path`/admin/${file}/export`, query),
  bankFile: (id: string) => path`/admin/payments/file/${id}`,
  discardBankFile: (id: string) => path`/admin/payments/file/${id}/discard`,
  bankLine: (id: string) => path`/admin/payments/line/${id}`,
  receivePayments: (ids: readonly string[]) => `/admin/payments/receive?${idsQuery(ids)}`,
  finishPayouts: (ids: readonly string[]) => `/admin/payouts/done?${idsQuery(ids)}`,
  payout: (id: string) => path`/admin/payout/${id}`,
  cancelPayout: (id: string) => path`/admin/payout/${id}/cancel`,
  reopenPayout: (id: string) => path`/admin/payout/${id}/reopen`,
  payoutFile: (id: string) => path`/admin/payouts/file/${id}`,
  downloadPayoutFile: (id: string) => path`/admin/payouts/file/${id}/download`,
  adminReturn: (id: string, step: "" | "/refund" | "/decline" = "") => path`/admin/return/${id}` + step,
  adminProducts: (query: Query) => withQuery("/admin/products", query),
  bulkEdit: (search: string) => `/admin/products/bulk${search}`,
  productImport: (id: string) => path`/admin/products/import/${id}`,
  exportProductImport: (id: string) => path`/admin/products/import/${id}/export`,
  undoProductImport: (id: string) => path`/admin/products/import/${id}/undo`,
  adminProduct: (id: string) => path`/admin/product/${id}`,
  productOptions: (id: string) => path`/admin/product/${id}/options`,
  productVariants: (id: string, query?: Query) => withQuery(path`/admin/product/${id}/versions`, query),
  stockLedger: (id: string) => path`/admin/product/${id}/stock`,
  adminCategory: (id: string) => path`/admin/category/${id}`,
  adminDiscount: (id: string) => path`/admin/discount/${id}`,
  copyDiscount: (id: string) => withQuery("/admin/discount", { copy: id }),
  adminUsers: (query: Query) => withQuery("/admin/users", query),
  customerImport: (id: string) => path`/admin/users/import/${id}`,
  importMessages: (id: string) => path`/admin/users/import/${id}/messages`,
  undoCustomerImport: (id: string) => path`/admin/users/import/${id}/undo`,
  adminUser: (id: string) => path`/admin/user/${id}`,
  userSessions: (id: string) => path`/admin/user/${id}/sessions`,
  resendVerification: (id: string) => path`/admin/user/${id}/verification`,
  endUserSessions: (id: string) => path`/admin/user/${id}/sessions/end`,
  staffMember: (id: string) => path`/admin/staff/${id}`,
  removeStaffMember: (id: string) => path`/admin/staff/${id}/end`,
  renewInvitation: (id: string) => path`/admin/staff/invitation/${id}`,
  revokeInvitation: (id: string) => path`/admin/staff/invitation/${id}/revoke`,
  staffRole: (id: string) => path`/admin/staff/role/${id}`,
  deleteRole: (id: string) => path`/admin/staff/role/${id}/delete`,
  adminReviews: (query: Query) => withQuery("/admin/reviews", query),
  editPage: (name: string) => path`/admin/page/${name}`,
  pageHistory: (name: string) => path`/admin/page/${name}/history`,
  pageVersion: (name: string, version: number) => path`/admin/page/${name}/version/${version}`,
  settle: (kind: "refund" | "payment" | "mail", id: string) => path`/admin/attention/${kind}/${id}`,
  shippingZone: (zone: string) => path`/admin/shipping/${zone}`,
  deleteZone: (zone: string, query?: Query) => withQuery(path`/admin/shipping/${zone}/delete`, query),
  shippingMethod: (zone: string, method: string) => path`/admin/shipping/${zone}/${method}`,
  taxRate: (key: string) => withQuery("/admin/taxes/rate", { rate: key }),
  deleteTaxRate: (key: string) => withQuery("/admin/taxes/rate/delete", { rate: key }),
  auditLog: (query: Query) => withQuery("/admin/audit", query),
  deleteRecord: (kind: string, id: string, query?: Query) => withQuery(path`/admin/${kind}/${id}/delete`, query),

  mailAsHtml: (id: string) => path`/dev/mail/${id}`,
}

/** The screen of a record in the back office. */
export const recordPaths = {
  order: paths.adminOrder,
  product: paths.adminProduct,
  category: paths.adminCategory,
  discount: paths.adminDiscount,
  user: paths.adminUser,
  role: paths.staffRole,
}

function path(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent))
}

function withQuery(path: string, query: Query = {}): string {
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value === true ? name : `${name}=${encodeURIComponent(value ?? "")}`))
    .join("&")
  return search === "" ? path : `${path}?${search}`
}

function idsQuery(ids: readonly string[]): URLSearchParams {
  return new URLSearchParams(ids.map((id) => ["id", id]))
}
