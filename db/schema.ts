import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely"

type Timestamp = ColumnType<Date, Date | undefined, Date>
type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
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

export interface PicturesTable {
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

export interface SessionsTable {
  id: string
  token_hash: string
  user_id: string
  user_agent: Generated<string>
  address: Generated<string>
  created_at: Timestamp
  last_seen_at: Timestamp
}

export interface PasswordResetsTable {
  token_hash: string
  user_id: string
  created_at: Timestamp
  expires_at: Date
}

export interface RateLimitsTable {
  key: string
  points: Generated<number>
  expire: number | null
}

export interface ProductsTable {
  id: string
  name: string
  category: string
  price: number
  stock: GeneratedAlways<number>
  num_reviews: Generated<number>
  rating_halves: Generated<number>
  rating: GeneratedAlways<number>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: OptionalTimestamp
}

export interface ProductDescriptionsTable {
  product_id: string
  description: string
}

export interface ProductImagesTable {
  id: string
  product_id: string
  picture_id: string
  position: number
  alt: Generated<string>
}

export interface ReviewsTable {
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

export interface PopularSearchesTable {
  keyword: string
  heat: number
  times: Generated<number>
  searched_at: Date
}

export interface SavedCartLinesTable {
  user_id: string
  product_id: string
  quantity: number
  position: Generated<number>
}

interface Totals {
  item_price: number
  tax_price: number
  shipping_price: number
  total_price: number
}

export interface CheckoutsTable extends Totals {
  id: string
  user_id: string
  status: Generated<"held" | "completed" | "released" | "refunded">
  shipping_info: JSONColumnType<StoredShippingInfo>
  source: Generated<"page" | "api">
  created_at: Timestamp
  hold_expires_at: Date
  closed_at: OptionalTimestamp
}

export interface CheckoutLinesTable {
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
}

export interface OrdersTable extends Totals {
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
  picture_id: string | null
}

export interface OrderNotesTable {
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
  reason: string
  status: Generated<"requested" | "succeeded" | "failed">
  gateway_refund_id: string | null
  failure: string | null
  refusals: Generated<number>
  requested_by: string | null
  created_at: Timestamp
  settled_at: OptionalTimestamp
}

export interface PaymentIncidentsTable {
  id: string
  kind: string
  payment_intent_id: string | null
  checkout_id: string | null
  order_id: string | null
  user_id: string | null
  detail: string
  created_at: Timestamp
  resolved_at: OptionalTimestamp
}

export interface StockLedgerTable {
  id: GeneratedAlways<number>
  product_id: string
  change: number
  reason: "opening" | "correction" | "import" | "hold" | "release" | "restock" | "sale"
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

export interface AuditLogTable {
  id: GeneratedAlways<number>
  at: Timestamp
  actor_id: string
  actor_name: string
  action: string
  subject_kind: "product" | "order" | "user" | "review" | "payment" | "mail"
  subject_id: string
  before: Json
  after: Json
}

export interface ProductImportsTable {
  id: string
  file_name: string
  author_id: string
  status: Generated<"judged" | "running" | "done">
  created_at: Timestamp
  finished_at: OptionalTimestamp
}

export interface ProductImportRowsTable {
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

export interface SandboxRefundsTable {
  id: string
  intent_id: string
  idempotency_key: string
  amount: number
  created_at: Timestamp
}

/** Every table of the shop as Kysely sees it; the truth is `db/migrations`. */
export interface Tables {
  pictures: PicturesTable
  users: UsersTable
  sessions: SessionsTable
  password_resets: PasswordResetsTable
  rate_limits: RateLimitsTable
  products: ProductsTable
  product_descriptions: ProductDescriptionsTable
  product_images: ProductImagesTable
  reviews: ReviewsTable
  popular_searches: PopularSearchesTable
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
  audit_log: AuditLogTable
  product_imports: ProductImportsTable
  product_import_rows: ProductImportRowsTable
  sandbox_intents: SandboxIntentsTable
  sandbox_refunds: SandboxRefundsTable
}
