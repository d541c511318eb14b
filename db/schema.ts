import type { AccountTables } from "./schema/accounts"
import type { AdapterTables } from "./schema/adapters"
import type { AuditTables } from "./schema/audit"
import type { BankFileTables } from "./schema/bank-files"
import type { CatalogTables } from "./schema/catalog"
import type { CheckoutTables } from "./schema/checkout"
import type { CustomerTables } from "./schema/customers"
import type { DiscountTables } from "./schema/discounts"
import type { InvoiceTables } from "./schema/invoices"
import type { MailTables } from "./schema/mail"
import type { MediaTables } from "./schema/media"
import type { OrderTables } from "./schema/orders"
import type { PaymentTables } from "./schema/payments"
import type { PayoutTables } from "./schema/payouts"
import type { ProductImportTables } from "./schema/product-table"
import type { RefundTables } from "./schema/refunds"
import type { ReturnTables } from "./schema/returns"
import type { SearchTables } from "./schema/search"
import type { SettingsTables } from "./schema/settings"

export type { StoredShippingInfo } from "./schema/shipping"

/** The tables as Kysely sees them; `db/schema.sql` shows all of them. */
export interface Tables
  extends AccountTables,
    AdapterTables,
    AuditTables,
    BankFileTables,
    CatalogTables,
    CheckoutTables,
    CustomerTables,
    DiscountTables,
    MailTables,
    MediaTables,
    OrderTables,
    InvoiceTables,
    PaymentTables,
    PayoutTables,
    ProductImportTables,
    RefundTables,
    ReturnTables,
    SearchTables,
    SettingsTables {}
