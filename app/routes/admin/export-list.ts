// /admin/:list/export

import type { z } from "zod"
import type { Staff } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import { AuditFilter } from "~/domain/dashboard/audit-filter"
import { findAuditIds } from "~/domain/dashboard/audit-list.server"
import { todayOf } from "~/domain/days/shop-days.server"
import { DiscountFilter } from "~/domain/discounts/discount-filter"
import { findDiscountIds } from "~/domain/discounts/discount-table.server"
import type { exportRows as exportRowsOf } from "~/domain/export/export-rows.server"
import { DocumentFilter } from "~/domain/invoices/document-filter"
import { findDocumentIds } from "~/domain/invoices/find-documents.server"
import { AdminOrderFilter } from "~/domain/orders/order-filter"
import { findOrderIds } from "~/domain/orders/order-list.server"
import { PayoutFilter } from "~/domain/payouts/payout-filter"
import { exportPayouts } from "~/domain/payouts/payout-list.server"
import type { exportProducts as exportProductsOf } from "~/domain/product-table/csv/export-products.server"
import { productTableFilter } from "~/domain/product-table/product-table-filter"
import { findReturnIds } from "~/domain/returns/return-list.server"
import { ReturnFilter } from "~/domain/returns/return-schemas"
import { ReviewFilter } from "~/domain/reviews/review-filter"
import { findReviewIds } from "~/domain/reviews/review-table.server"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { UserFilter } from "~/domain/staff/users/user-filter"
import { findUserIds } from "~/domain/staff/users/users.server"
import type { exportDatev as exportDatevOf } from "~/domain/taxes/accounting/datev.server"
import type { exportJournal as exportJournalOf } from "~/domain/taxes/accounting/journal.server"
import { OssFilter } from "~/domain/taxes/accounting/oss"
import type { exportOss as exportOssOf } from "~/domain/taxes/accounting/oss.server"
import { findRates } from "~/domain/taxes/rate-changes.server"
import { TaxFilter } from "~/domain/taxes/tax-forms"
import { TaxReportFilter } from "~/domain/taxes/tax-report"
import type { exportTaxReport as exportTaxReportOf } from "~/domain/taxes/tax-report.server"
import { datedName, download } from "~/http/documents/download.server"
import { chosenBy } from "~/http/doorways/chosen-by.server"
import { type Filter, hasOnlyValidFilters, invalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { adminPage } from "~/http/doorways/page.server"

export const loader = chosenBy(({ list }) => exports.get(list))

function csvExport<P extends Permission, F extends Filter>(
  name: string,
  permissions: P | readonly P[],
  schemaOf: (shop: Shop) => z.ZodType<F>,
  exportAll: (shop: Shop, staff: Staff<P>, filter: F) => AsyncGenerator<string | Uint8Array>,
  charset = "utf-8",
) {
  const proof = permissions.includes("customers.export" as P) ? "people.export" : undefined
  return adminPage(
    permissions,
    async ({ shop, actor, url, context }) => {
      const filter = schemaOf(shop).parse(Object.fromEntries(url.searchParams))
      if (!hasOnlyValidFilters(invalidFilterValues(url, filter)))
        throw invalid("One of the filters of this list is not valid: please go back and correct it")
      const file = { name: datedName(`${name}.csv`, todayOf(shop)), type: `text/csv; charset=${charset}` }
      return download({ ...file, contents: exportAll(shop, actor, filter) }, context)
    },
    { proof },
  )
}

const exports = new Map<string | undefined, ReturnType<typeof csvExport>>(
  Object.entries({
    orders: rowsExport("orders", "orders.see", AdminOrderFilter, findOrderIds),
    invoices: rowsExport("invoices", "orders.see", DocumentFilter, findDocumentIds),
    returns: rowsExport("returns", "orders.see", ReturnFilter, findReturnIds),
    products: csvExport(
      "products",
      "products.see",
      (shop) => productTableFilter(shop.categories.current),
      exportProducts,
    ),
    users: rowsExport("customers", "customers.see", UserFilter, findUserIds, "users"),
    reviews: rowsExport("reviews", "reviews.moderate", ReviewFilter, findReviewIds),
    discounts: rowsExport("discounts", "discounts.see", DiscountFilter, findDiscountIds),
    "tax-report": csvExport("tax-report", "taxes.see", () => TaxReportFilter, exportReport),
    oss: csvExport("oss", "taxes.see", () => OssFilter, exportOss),
    datev: csvExport("EXTF_Buchungsstapel", "taxes.see", () => TaxReportFilter, exportDatev, "windows-1252"),
    journal: csvExport("journal", "taxes.see", () => TaxReportFilter, exportJournal),
    taxes: csvExport("tax-rates", "taxes.see", () => TaxFilter, exportRates),
    payouts: csvExport("payouts", ["orders.refund", "customers.export"], () => PayoutFilter, exportPayouts),
    audit: rowsExport("audit-log", "audit.see", AuditFilter, findAuditIds),
  }),
)

async function* exportProducts(...given: Parameters<typeof exportProductsOf>) {
  const products = await import("~/domain/product-table/csv/export-products.server")
  yield* products.exportProducts(...given)
}

async function* exportReport(...given: Parameters<typeof exportTaxReportOf>) {
  const report = await import("~/domain/taxes/tax-report.server")
  yield* report.exportTaxReport(...given)
}

async function* exportOss(...given: Parameters<typeof exportOssOf>) {
  const oss = await import("~/domain/taxes/accounting/oss.server")
  yield* oss.exportOss(...given)
}

async function* exportDatev(...given: Parameters<typeof exportDatevOf>) {
  const datev = await import("~/domain/taxes/accounting/datev.server")
  yield* datev.exportDatev(...given)
}

async function* exportJournal(...given: Parameters<typeof exportJournalOf>) {
  const journal = await import("~/domain/taxes/accounting/journal.server")
  yield* journal.exportJournal(...given)
}

async function* exportRates(shop: Shop, _staff: Staff<"taxes.see">, { search }: TaxFilter) {
  const { writeRates } = await import("~/domain/taxes/rates-csv.server")
  const { rules } = await readNewestRules(shop)
  yield* writeRates(findRates(rules.taxes.rates, search))
}

/** A table of the full export, which has the same name by default; each download is recorded in the audit log */
function rowsExport<P extends Permission, F extends Filter>(
  table: Parameters<typeof exportRowsOf>[2],
  permission: P,
  schema: z.ZodType<F>,
  findIds: (shop: Shop, staff: Staff<P>, filter: F) => Promise<string[]>,
  name: string = table,
) {
  return csvExport<P | "customers.export", F>(
    name,
    [permission, "customers.export"],
    () => schema,
    async function* (shop, staff, filter) {
      const { exportRows, noteExport } = await import("~/domain/export/export-rows.server")
      const ids = await findIds(shop, staff, filter)
      await noteExport(shop, staff, { list: table, rows: ids.length, filter })
      yield* exportRows(shop, staff, table, ids)
    },
  )
}
