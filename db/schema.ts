import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely"

type Timestamp = ColumnType<Date, Date | undefined, Date>
type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
type OptionalJson = JSONColumnType<Record<string, unknown> | null, string | null, string | null>
type Json = ColumnType<unknown, string | null | undefined, string | null>

/** The address as it is stored; see `app/domain/shipping/shipping-info.ts` for its rules. */
export interface StoredShippingInfo {
  address: string
  city: string
  state: string
  country: string
  pinCode: string
  phoneNo: string
}

interface PicturesTable {
  id: string
  key: string
  width: number
  height: number
  widths: number[]
  placeholder: string
  created_at: Timestamp
}

export interface UsersTable {
  id: string
  name: string
  email: string
  password_hash: string
  role: Generated<"user" | "admin">
  avatar_picture_id: string | null
  shipping_info: ColumnType<StoredShippingInfo | null, string | null | undefined, string | null>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: OptionalTimestamp
  erased_at: OptionalTimestamp
}

interface SessionsTable {
  id: string
  token_hash: string
  user_id: string
  user_agent: Generated<string>
  address: Generated<string>
  created_at: Timestamp
  last_seen_at: Timestamp
}

/** Written by the database itself, whenever a session is deleted. */
interface EndedSessionsTable {
  token_hash: string
  user_id: string
  ended_at: Timestamp
}

interface DraftsTable {
  id: string
  user_id: string
  path: string
  answer: string
  created_at: Timestamp
}

interface FormSubmissionsTable {
  key: string
  user_id: string
  created_at: Timestamp
}

interface PasswordResetsTable {
  token_hash: string
  user_id: string
  created_at: Timestamp
  expires_at: Date
}

interface RateLimitsTable {
  key: string
  points: Generated<number>
  expire: number | null
}

export interface ProductsTable {
  id: string
  name: string
  category: "Electronics" | "Footwear" | "Clothing" | "Gaming" | "Kitchen" | "Household"
  price: number
  compare_at_price: ColumnType<number | null, number | null | undefined, number | null>
  /** Kept by the database: the lowest price of the 30 days before the sale. */
  prior_price: ColumnType<number | null, number | null | undefined, never>
  stock: GeneratedAlways<number>
  num_reviews: Generated<number>
  rating_halves: Generated<number>
  rating: GeneratedAlways<number>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: OptionalTimestamp
}

interface PastPricesTable {
  product_id: string
  ended_at: Date
  price: number
}

interface ProductDescriptionsTable {
  product_id: string
  description: string
}

interface ProductImagesTable {
  id: string
  product_id: string
  picture_id: string
  position: number
  alt: Generated<string>
}

interface ReviewsTable {
  id: string
  product_id: string
  user_id: string
  name: string
  rating_halves: number
  comment: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: OptionalTimestamp
}

interface PopularSearchesTable {
  keyword: string
  heat: number
  times: Generated<number>
  searched_at: Date
}

interface SavedCartLinesTable {
  user_id: string
  product_id: string
  quantity: number
  position: Generated<number>
}

interface TotalColumns {
  item_price: number
  tax_price: number
  shipping_price: number
  total_price: number
}

export interface CheckoutsTable extends TotalColumns {
  id: string
  user_id: string
  status: Generated<"held" | "completed" | "released" | "refunded">
  shipping_info: JSONColumnType<StoredShippingInfo>
  source: Generated<"page" | "api">
  client_address: string | null
  created_at: Timestamp
  hold_expires_at: Date
  closed_at: OptionalTimestamp
}

interface CheckoutLinesTable {
  checkout_id: string
  position: number
  product_id: string
  name: string
  price: number
  quantity: number
  picture_id: string | null
}

export interface PaymentsTable {
  id: string
  user_id: string
  checkout_id: string | null
  kind: "intent" | "hosted"
  amount: number
  status: Generated<"open" | "closed" | "succeeded">
  gateway_id: string | null
  intent_id: string | null
  created_at: Timestamp
  closed_at: OptionalTimestamp
  asked_at: OptionalTimestamp
  ending_at: OptionalTimestamp
}

export interface OrdersTable extends TotalColumns {
  id: string
  user_id: string
  user_name: string
  user_email: string
  checkout_id: string | null
  payment_intent_id: string
  payment_status: "succeeded" | "refunded"
  status: Generated<"Processing" | "Shipped" | "Delivered" | "Cancelled">
  shipping_info: JSONColumnType<StoredShippingInfo>
  refunded_amount: Generated<number>
  tracking_number: string | null
  created_at: Timestamp
  shipped_at: OptionalTimestamp
  delivered_at: OptionalTimestamp
  cancelled_at: OptionalTimestamp
  cancellation_reason: string | null
  deleted_at: OptionalTimestamp
}

export interface OrderLinesTable {
  id: string
  order_id: string
  position: number
  product_id: string
  name: string
  price: number
  quantity: number
  returned_quantity: Generated<number>
  written_off_quantity: Generated<number>
  sent_quantity: number | null
  picture_id: string | null
}

interface OrderNotesTable {
  id: string
  order_id: string
  author_id: string
  author_name: string
  text: string
  created_at: Timestamp
}

export interface RefundsTable {
  id: string
  order_id: string | null
  payment_id: string | null
  payment_intent_id: string
  amount: number
  /** The words of the administrator who gave it back; null for a payment that could not become an order. */
  reason: string | null
  /** Why a payment could not become an order, see `app/domain/refunds/rejection.ts`. */
  rejection: "out-of-stock" | "amount-mismatch" | "duplicate" | "no-order" | null
  /** The names of the products that there were too few of. */
  sold_out: Generated<string[]>
  /** The names of the products that were no longer sold. */
  discontinued: Generated<string[]>
  status: Generated<"requested" | "succeeded" | "failed">
  gateway_refund_id: string | null
  failure: string | null
  refusals: Generated<number>
  requested_by: string | null
  created_at: Timestamp
  settled_at: OptionalTimestamp
  tries: Generated<number>
  next_try_at: OptionalTimestamp
}

interface PaymentIncidentsTable {
  id: string
  kind: string
  payment_intent_id: string | null
  checkout_id: string | null
  order_id: string | null
  user_id: string | null
  detail: string
  /** Which occurrence of its kind was noted last: the gateway's id of a refund. */
  occurrence: string | null
  created_at: Timestamp
  resolved_at: OptionalTimestamp
}

export interface StockLedgerTable {
  id: GeneratedAlways<number>
  product_id: string
  change: number
  reason: "opening" | "correction" | "hold" | "release" | "restock" | "sale"
  checkout_id: string | null
  order_id: string | null
  actor_id: string | null
  note: Generated<string>
  created_at: Timestamp
}

export interface MailsTable {
  id: string
  dedupe_key: string | null
  kind: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  created_at: Timestamp
  attempts: Generated<number>
  due_at: Timestamp
  last_error: string | null
  failed_at: OptionalTimestamp
  sent_at: OptionalTimestamp
}

/** What the owner hears; see `app/domain/mail/owner-emails.ts`. */
interface StoredNotification {
  summary: string
  action: { label: string; path: string }
  paragraphs: string[]
  lines?: { label: string; value: string; path?: string }[]
}

interface OwnerNoticesTable {
  id: string
  key: string
  contents: JSONColumnType<StoredNotification | null, string, string | null>
  created_at: Timestamp
  told_at: OptionalTimestamp
}

/** What is saved as a new version, by whom and when. */
interface VersionColumns {
  id: string
  version: number
  restored_from: number | null
  author_id: string
  author_name: string
  created_at: Timestamp
}

export interface PageVersionsTable extends VersionColumns {
  page: string
  title: string
  body: string
}

interface SettingsVersionsTable extends VersionColumns {
  facts: JSONColumnType<Record<string, string>>
  logo_picture_id: string | null
}

interface AuditLogTable {
  id: GeneratedAlways<number>
  at: Timestamp
  actor_id: string
  actor_name: string
  action: string
  subject_kind: "product" | "order" | "user" | "review" | "payment" | "mail" | "page" | "settings"
  subject_id: string
  before: OptionalJson
  after: OptionalJson
}

export interface ProductImportsTable {
  id: string
  file_name: string
  author_id: string
  status: Generated<"judged" | "running" | "done">
  created_at: Timestamp
  finished_at: OptionalTimestamp
}

interface ProductImportRowsTable {
  import_id: string
  line: number
  product_id: string | null
  name: string
  outcome: "create" | "update" | "same" | "error" | "created" | "updated" | "failed"
  fields: Json
  before: Json
  message: Generated<string>
}

export interface SandboxIntentsTable {
  id: string
  idempotency_key: string
  client_secret: string
  amount: number
  currency: string
  status: Generated<"requires_payment_method" | "requires_action" | "succeeded" | "canceled">
  metadata: JSONColumnType<Record<string, string>>
  created_at: Timestamp
  updated_at: Timestamp
}

interface GatewayCursorsTable {
  name: string
  seen_until: Date
}

export interface SandboxRefundsTable {
  id: string
  intent_id: string
  idempotency_key: string
  amount: number
  created_at: Timestamp
}

interface CatalogChangesTable {
  /** The transaction that changed it; only PostgreSQL computes with it. */
  xid: Generated<string>
  subject: string
  noted_at: Generated<Date>
}

/** Every table of the shop as Kysely sees it; the truth is `db/migrations`. */
export interface Tables {
  pictures: PicturesTable
  users: UsersTable
  sessions: SessionsTable
  ended_sessions: EndedSessionsTable
  drafts: DraftsTable
  form_submissions: FormSubmissionsTable
  password_resets: PasswordResetsTable
  rate_limits: RateLimitsTable
  products: ProductsTable
  past_prices: PastPricesTable
  product_descriptions: ProductDescriptionsTable
  product_images: ProductImagesTable
  reviews: ReviewsTable
  popular_searches: PopularSearchesTable
  catalog_changes: CatalogChangesTable
  saved_cart_lines: SavedCartLinesTable
  checkouts: CheckoutsTable
  checkout_lines: CheckoutLinesTable
  payments: PaymentsTable
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_notes: OrderNotesTable
  refunds: RefundsTable
  payment_incidents: PaymentIncidentsTable
  stock_ledger: StockLedgerTable
  mails: MailsTable
  owner_notices: OwnerNoticesTable
  page_versions: PageVersionsTable
  settings_versions: SettingsVersionsTable
  audit_log: AuditLogTable
  product_imports: ProductImportsTable
  product_import_rows: ProductImportRowsTable
  sandbox_intents: SandboxIntentsTable
  sandbox_refunds: SandboxRefundsTable
  gateway_cursors: GatewayCursorsTable
}
