import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { matchRoutes } from "@remix-run/react"
import type { RouteConfigEntry } from "@remix-run/route-config"
import { describe, expect, test } from "vitest"
import { paths } from "./paths"
import map from "./routes"

const app = import.meta.dirname
const id = "0123456789abcdef01234567"

const samples: { [Name in keyof typeof paths]: Parameters<(typeof paths)[Name]> } = {
  page: ["privacy"],
  product: [{ id, name: "Serving tray", values: ["large", null, "black"] }, [["sort", "lowest"]]],
  previewProduct: [id],
  products: [{ category: "Kitchen" }],
  recentlyViewed: [[id]],
  cart: [{ country: "DE" }],
  login: [{ redirect: "/cart", register: true }],
  secondStep: [{ redirect: "/orders" }],
  passkeySignIn: [{ redirect: "/orders" }],
  renamePasskey: [id],
  removePasskey: [id],
  confirmIdentity: [{ redirect: "/account/security" }],
  signOutDevice: [id],
  ownFile: ["orders.csv"],
  orders: [{ page: "2" }],
  order: [id],
  orderInvoices: [id],
  invoice: [id, id],
  receipt: [id],
  agreedTerms: [id],
  discountLink: ["SPRING-10"],
  cancelOrder: [id],
  confirmWithdrawal: [id, id],
  endOrderAccess: [id],
  endGuestAccess: [id],
  resendVerification: [id],
  withdrawOrder: [id],
  returnItems: [id],
  orderAgain: [id],
  leftOutProducts: [id],
  orderData: [id],
  orderFile: [id, "orders.csv"],
  payment: [id],
  paymentReturn: ["pi_1"],
  success: [id],
  adminOrders: [{ user: id }],
  adminOrder: [id],
  adminCancelOrder: [id],
  refundOrder: [id, "?amount=1"],
  confirmRefund: [id, new URLSearchParams({ amount: "1" })],
  declineRefund: [id],
  recordPayment: [id],
  undoPayment: [id, id],
  reopenOrder: [id],
  orderTracking: [id],
  orderNotes: [id],
  packingSlips: [[id, id]],
  shipOrders: [[id]],
  accountantExport: ["oss", { quarter: "2026-Q3" }],
  customsDeclaration: [id, "cn23"],
  packingSlip: [id],
  bankFile: [id],
  discardBankFile: [id],
  bankLine: [id],
  receivePayments: [[id]],
  finishPayouts: [[id]],
  payout: [id],
  cancelPayout: [id],
  reopenPayout: [id],
  payoutFile: [id],
  downloadPayoutFile: [id],
  adminReturn: [id],
  adminProducts: [{ stock: "none" }],
  bulkEdit: [`?id=${id}`],
  productImport: [id],
  adminProduct: [id],
  productOptions: [id],
  productVariants: [id, { page: "2" }],
  stockLedger: [id],
  adminCategory: [id],
  adminDiscount: [id],
  copyDiscount: [id],
  adminUsers: [{ search: "Ada" }],
  customerImport: [id],
  importMessages: [id],
  undoCustomerImport: [id],
  exportProductImport: [id],
  undoProductImport: [id],
  adminUser: [id],
  userSessions: [id],
  endUserSessions: [id],
  staffMember: [id],
  removeStaffMember: [id],
  renewInvitation: [id],
  revokeInvitation: [id],
  staffRole: [id],
  deleteRole: [id],
  adminReviews: [{ product: id }],
  editPage: ["privacy"],
  pageHistory: ["privacy"],
  pageVersion: ["privacy", 3],
  settle: ["mail", id],
  shippingZone: ["new"],
  deleteZone: ["everywhere", { method: "shipping" }],
  shippingMethod: ["everywhere", "shipping"],
  taxRate: ["DE||10*|VAT|standard|2027-01-01"],
  deleteTaxRate: ["||US|GST|standard|"],
  auditLog: [{ subject: id }],
  deleteRecord: ["order", id, { back: "/admin/orders" }],
  mailAsHtml: [id],
}

const pathOf = (name: string) => {
  const [build, parameters] = [paths, samples].map((all) => Reflect.get(all, name))
  return build(...parameters)
}

type RouteObject = Parameters<typeof matchRoutes>[0][number]

const routes = (map as RouteConfigEntry[]).map(toRoute)

function toRoute({ path, index, children, file, id = file }: RouteConfigEntry): RouteObject {
  return index ? { id, index } : { id, path, children: children?.map(toRoute) }
}

/** Returns the route of an address; null if only a catch-all matches. */
function routeOf(address: string): string | null {
  const route = matchRoutes(routes, address)?.at(-1)?.route
  return !route || route.path?.endsWith("*") ? null : (route.id ?? null)
}

describe("addresses that the shop builds", () => {
  test.each(Object.keys(paths))("%s is in the route map", (name) => {
    expect(routeOf(pathOf(name))).not.toBeNull()
  })

  test("lead to a route each", () => {
    const reached = Object.keys(paths).map((name) => routeOf(pathOf(name)))
    expect(reached.filter((route, index) => reached.indexOf(route) !== index)).toEqual([])
  })

  test("carry any text as one segment or one value", () => {
    expect(paths.order("a/b?c")).toBe("/order/a%2Fb%3Fc")
    expect(paths.login({ redirect: "/orders?page=2", register: undefined })).toBe(
      "/login?redirect=%2Forders%3Fpage%3D2",
    )
    expect(paths.login({ redirect: undefined, register: true })).toBe("/login?register")
    expect(paths.products()).toBe("/products")
  })
})

const sources = readdirSync(app, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /^(routes|ui|domain)\/.*\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(resolve(app), file), "utf8") }))

describe("addresses written in the sources", () => {
  test("are in the route map", () => {
    const written = /(?:\b(?:to|action|href|back|more|path|screen)(?:=|: )|\bredirect\w*\()(?:"(\/[^"]*)"|`(\/[^`]*)`)/g
    const found = sources.flatMap(({ file, text }) =>
      [...text.matchAll(written)].map(([, plain, template]) => ({
        file,
        address: plain ?? template?.replaceAll(/\$\{[^}]*\}/g, id) ?? "",
      })),
    )
    expect(found.length).toBeGreaterThan(50)
    const isFile = (address: string) => /^\/[\w-]+\.\w+(#.*)?$/.test(address)
    expect(found.filter(({ address }) => !isFile(address) && routeOf(address.split(/[?#]/)[0] ?? "") === null)).toEqual(
      [],
    )
  })

  test("have no parameters in screens and components", () => {
    const withParameter = /`\/(?!icons\.svg)[^`\s]*\$\{/
    const found = sources.filter(({ file, text }) => !file.startsWith("domain/") && withParameter.test(text))
    expect(found.map(({ file }) => file)).toEqual(["routes/api/reference/served-calls.ts"])
  })
})
