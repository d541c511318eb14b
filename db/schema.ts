import type { AccountTables } from "./schema/accounts"
import type { AdapterTables } from "./schema/adapters"
import type { AuditTables } from "./schema/audit"
import type { CatalogTables } from "./schema/catalog"
import type { CheckoutTables } from "./schema/checkout"
import type { DiscountTables } from "./schema/discounts"
import type { InvoiceTables } from "./schema/invoices"
import type { MailTables } from "./schema/mail"
import type { MediaTables } from "./schema/media"
import type { OrderTables } from "./schema/orders"
import type { PaymentTables } from "./schema/payments"
import type { ProductImportTables } from "./schema/product-table"
import type { RefundTables } from "./schema/refunds"
import type { ReturnTables } from "./schema/returns"
import type { SearchTables } from "./schema/search"
import type { SettingsTables } from "./schema/settings"

export type { StoredShippingInfo } from "./schema/shipping"

/** The tables as Kysely sees them; `db/migrations` defines them. */
export interface Tables
  extends AccountTables,
    AdapterTables,
    AuditTables,
    CatalogTables,
    CheckoutTables,
    DiscountTables,
    MailTables,
    MediaTables,
    OrderTables,
    InvoiceTables,
    PaymentTables,
    ProductImportTables,
    RefundTables,
    ReturnTables,
    SearchTables,
    SettingsTables {}

export type CheckoutLinesTable = Tables["checkout_lines"]
export type CheckoutsTable = Tables["checkouts"]
export type MailsTable = Tables["mails"]
export type OrderLinesTable = Tables["order_lines"]
export type OrdersTable = Tables["orders"]
export type PapersTable = Tables["papers"]
export type PaymentsTable = Tables["payments"]
export type ProductImportsTable = Tables["product_imports"]
export type DiscountsTable = Tables["discounts"]
export type CategoriesTable = Tables["categories"]
export type ProductsTable = Tables["products"]
export type ReturnsTable = Tables["returns"]
export type RefundsTable = Tables["refunds"]
export type SandboxIntentsTable = Tables["sandbox_intents"]
export type SandboxRefundsTable = Tables["sandbox_refunds"]
export type StockLedgerTable = Tables["stock_ledger"]
