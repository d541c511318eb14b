import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely"

type Timestamp = ColumnType<Date, Date | undefined, Date>
type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
type OptionalJson = JSONColumnType<Record<string, unknown> | null, string | null, string | null>
type Json = ColumnType<unknown, string | null | undefined, string | null>

/** See `app/domain/shipping/shipping-info.ts`. */
export interface StoredShippingInfo {
  address: string
  city: string
  state: string
  country: string
  pinCode: string
  phoneNo: string
}

interface TotalColumns {
  item_price: number
  discount_price: Generated<number>
  tax_price: number
  shipping_price: number
  total_price: number
  /** Null if there was no choice yet */
  shipping_method: ColumnType<StoredShippingMethod | null, string | null | undefined, string | null>
  shipping_taxes: ColumnType<StoredTax[], string | undefined, string>
  discounts: ColumnType<StoredDiscount[], string | undefined, string>
}

/** See `app/domain/pricing`. */
interface StoredTax {
  name: string
  rate: number
  amount: number
  /** Contained in the price */
  included?: true
}

interface StoredShippingMethod {
  id: string
  name: string
  zone: string
  days: { from: number; to: number } | null
  pickup: { address: string; hours: string } | null
  standard?: number
}

interface StoredDiscount {
  id: string
  label: string
  amount: number
  shipping: number
}

/** See `app/domain/pricing`. */
interface ChargeColumns {
  adjustments: ColumnType<{ label: string; amount: number }[], string | undefined, string>
  taxes: ColumnType<StoredTax[], string, string>
}

/** See `app/domain/orders/order.ts`. */
interface StoredCredit {
  line: string
  name: string
  quantity: number
  amount: number
  taxes: StoredTax[]
}

/** See `app/domain/mail/owner-emails.ts`. */
interface StoredNotification {
  summary: string
  action: { label: string; path: string }
  paragraphs: string[]
  lines?: { label: string; value: string; path?: string }[]
}

interface StoredFacts {
  brand?: string
  material?: string
  countryOfOrigin?: string
  manufacturer?: string
  manufacturerAddress?: string
  manufacturerContact?: string
  warnings?: string
  withdrawalExemption?: string
  own?: { name: string; value: string }[]
}

/** See `app/domain/catalog/variant.ts`. */
interface StoredOption {
  name: string
  values: { name: string; slug: string }[]
}

interface VersionColumns {
  id: string
  version: number
  restored_from: number | null
  author_id: string
  author_name: string
  created_at: Timestamp
}

/** The tables as Kysely sees them; `db/migrations` defines them. */
export interface Tables {
  pictures: {
    id: string
    key: string
    width: number
    height: number
    widths: number[]
    placeholder: string
    created_at: Timestamp
  }
  users: {
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
    is_guest: Generated<boolean>
  }
  roles: {
    id: string
    name: string
    permissions: string[]
    refund_limit_of_order: number | null
    refund_limit_of_day: number | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  staff: {
    user_id: string
    role_id: string
    since: Timestamp
  }
  staff_invitations: {
    id: string
    email: string
    role_id: string
    token_hash: string
    invited_by: string
    expires_at: Date
  }
  sessions: {
    id: string
    token_hash: string
    user_id: string
    user_agent: Generated<string>
    address: Generated<string>
    device_id: string | null
    factors: Generated<("password" | "link" | "totp" | "recovery-code" | "passkey")[]>
    created_at: Timestamp
    last_seen_at: Timestamp
  }
  authenticator_apps: {
    user_id: string
    /** Encrypted */
    secret: string
    last_step: number
    created_at: Date
  }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: Buffer
    sign_counter: ColumnType<string, number, number>
    transports: string[]
    name: string
    created_at: Date
    last_used_at: OptionalTimestamp
  }
  passkey_challenges: {
    challenge_hash: string
    user_id: string | null
    expires_at: Date
  }
  recovery_codes: {
    user_id: string
    code_hash: string
  }
  trusted_devices: {
    id: string
    user_id: string
    token_hash: string
    user_agent: string
    address: string
    created_at: Date
    last_used_at: Date
    expires_at: Date
  }
  pending_sign_ins: {
    token_hash: string
    user_id: string
    first_factor: Generated<"password" | "link">
    expires_at: Date
  }
  /** Written by a trigger */
  ended_sessions: {
    token_hash: string
    user_id: string
    ended_at: Timestamp
  }
  drafts: {
    id: string
    user_id: string
    path: string
    answer: string
    created_at: Timestamp
  }
  form_submissions: {
    key: string
    user_id: string
    created_at: Timestamp
  }
  password_resets: {
    token_hash: string
    user_id: string
    created_at: Timestamp
    expires_at: Date
  }
  sign_in_links: {
    token_hash: string
    user_id: string
    expires_at: Date
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
  products: {
    id: string
    name: string
    /** A category's key */
    category: string
    /** These five and `option_tags` follow from the variants; triggers write them after the insert. */
    price: ColumnType<number, number, never>
    compare_at_price: ColumnType<number | null, number | null | undefined, never>
    prior_price: ColumnType<number | null, number | null | undefined, never>
    highest_price: GeneratedAlways<number>
    stock: GeneratedAlways<number>
    /** Such as `size=42`, of variants with units */
    option_tags: GeneratedAlways<string[]>
    has_options: GeneratedAlways<boolean>
    options: ColumnType<StoredOption[], string | undefined, string>
    tax_class: Generated<string>
    num_reviews: Generated<number>
    rating_halves: Generated<number>
    rating: GeneratedAlways<number>
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: OptionalTimestamp
    is_draft: Generated<boolean>
    published_from: OptionalTimestamp
    /** The first moment at which it is no longer public */
    published_until: OptionalTimestamp
    /** Whether shoppers may see it, whether they ever could, and when that changes next; written by a trigger */
    is_public: ColumnType<boolean, never, never>
    was_public: ColumnType<boolean, never, never>
    publication_changes_at: ColumnType<Date | null, never, null>
  }
  variants: {
    id: string
    product_id: string
    /** Slugs, in the order of the product's options */
    option_values: Generated<string[]>
    title: Generated<string>
    sku: string | null
    gtin: string | null
    price: number
    compare_at_price: ColumnType<number | null, number | null | undefined, number | null>
    /** The lowest price of the 30 days before the sale; written by a trigger */
    prior_price: ColumnType<number | null, number | null | undefined, never>
    stock: GeneratedAlways<number>
    weight_grams: number | null
    position: Generated<number>
    picture_id: string | null
    created_at: Timestamp
    updated_at: Timestamp
    removed_at: OptionalTimestamp
  }
  former_product_addresses: {
    /** Such as `/products/blue-shirt`, without percent encoding */
    path: string
    product_id: string
  }
  past_prices: {
    variant_id: string
    ended_at: Date
    price: number
  }
  product_descriptions: {
    product_id: string
    description: string
    facts: ColumnType<StoredFacts, string | undefined, string>
  }
  product_images: {
    id: string
    product_id: string
    picture_id: string
    position: number
    alt: Generated<string>
  }
  reviews: {
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
  popular_searches: {
    keyword: string
    heat: number
    times: Generated<number>
    /** Distinct clients of the last month */
    clients: Generated<number>
    searched_at: Date
    blocked_at: OptionalTimestamp
  }
  popular_search_clients: {
    keyword: string
    /** A keyed hash of the client's address */
    client: string
    searched_on: string
  }
  categories: {
    id: string
    key: string
    name: string
    slug: string
    position: number
    body: Generated<string>
    picture_id: ColumnType<string | null, string | null | undefined, string | null>
    words_outdated: Generated<boolean>
    successor: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: OptionalTimestamp
  }
  former_category_names: {
    /** In lower case; also former slugs */
    name: string
    category_id: string
  }
  category_moves: {
    category: string
    product_id: string
    moved_to: string
  }
  catalog_version: {
    version: number
    shelf_version: number
    categories_version: number
    options_version: number
    discounts_version: Generated<number>
    discounts_noted_at: Generated<Date>
  }
  option_names: {
    /** The name without case, accents and spaces */
    key: string
    name: string
    /** The key of the option that it is the same as */
    merged_into: string | null
  }
  search_reindexing: {
    after_id: string
    only_one: Generated<boolean>
  }
  catalog_changes: {
    /** The id of the transaction, which only PostgreSQL compares */
    xid: Generated<string>
    subject: string
    noted_at: Generated<Date>
  }
  saved_cart_lines: {
    user_id: string
    variant_id: string
    quantity: number
    position: Generated<number>
  }
  checkouts: TotalColumns & {
    id: string
    currency: string
    user_id: string
    status: Generated<"held" | "completed" | "released" | "refunded">
    shipping_info: JSONColumnType<StoredShippingInfo>
    source: Generated<"page" | "api">
    client_address: string | null
    created_at: Timestamp
    hold_expires_at: Date
    closed_at: OptionalTimestamp
  }
  checkout_lines: ChargeColumns & {
    checkout_id: string
    position: number
    product_id: string
    variant_id: string
    name: string
    price: number
    quantity: number
    picture_id: string | null
    /** Why nobody may withdraw from it */
    withdrawal_exemption: ColumnType<string | null, string | null | undefined, never>
  }
  payments: {
    id: string
    user_id: string
    checkout_id: string | null
    kind: "intent" | "hosted"
    amount: number
    status: Generated<"open" | "cancelled" | "succeeded">
    gateway_id: string | null
    intent_id: string | null
    created_at: Timestamp
    closed_at: OptionalTimestamp
    last_polled_at: OptionalTimestamp
    /** Declined cards */
    declines: Generated<number>
    /** Their charges at the gateway, where its own form took the card */
    declined_charges: Generated<string[]>
    cancelling_since: OptionalTimestamp
  }
  orders: TotalColumns & {
    id: string
    number: Generated<number>
    currency: string
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
    /** The name of one of the settings' carriers */
    carrier: string | null
    created_at: Timestamp
    shipped_at: OptionalTimestamp
    delivered_at: OptionalTimestamp
    cancelled_at: OptionalTimestamp
    cancellation_reason: string | null
    deleted_at: OptionalTimestamp
  }
  order_lines: ChargeColumns & {
    id: string
    order_id: string
    position: number
    product_id: string
    variant_id: string
    name: string
    price: number
    quantity: number
    returned_quantity: Generated<number>
    written_off_quantity: Generated<number>
    sent_quantity: number | null
    picture_id: string | null
    withdrawal_exemption: ColumnType<string | null, string | null | undefined, never>
  }
  order_links: {
    token_hash: string
    order_id: string
    created_at: Timestamp
  }
  order_claims: {
    token_hash: string
    user_id: string
    email: string
    expires_at: Date
  }
  order_notes: {
    id: string
    order_id: string
    author_id: string
    author_name: string
    text: string
    created_at: Timestamp
  }
  returns: {
    id: string
    order_id: string
    kind: "withdrawal" | "return"
    status: Generated<"requested" | "received" | "refunded" | "declined">
    name: string
    email: string
    reason: Generated<string>
    /** Which items are meant, in the customer's words */
    items: Generated<string>
    refusal: string | null
    refund_id: string | null
    created_at: Timestamp
    received_at: OptionalTimestamp
    closed_at: OptionalTimestamp
  }
  return_lines: {
    return_id: string
    order_line_id: string
    quantity: number
    restocked: Generated<number>
  }
  refund_requests: {
    id: string
    order_id: string
    amount: number
    /** See `app/domain/orders/cancellation/refund-order.server.ts`. */
    request: JSONColumnType<Record<string, unknown>, string, string>
    requested_by: string
    created_at: Timestamp
  }
  papers: {
    id: string
    kind: "invoice" | "credit-note"
    series: string
    place: number
    number: string
    issued_at: Timestamp
    /** A day such as `2036-12-31` */
    kept_until: ColumnType<string, string, never>
    order_id: string
    user_id: string
    refund_id: string | null
    invoice_id: string | null
    currency: string
    total: number
    /** See `app/domain/papers/paper.ts`. */
    contents: ColumnType<object, string, never>
  }
  paper_series: {
    series: string
    next: number
  }
  paper_requests: {
    order_id: string
    requested_at: Timestamp
  }
  paper_pause: {
    one: Generated<boolean>
    since: Timestamp
  }
  refunds: {
    id: string
    order_id: string | null
    payment_id: string | null
    payment_intent_id: string
    amount: number
    /** As the administrator entered it; null for a payment that could not become an order */
    reason: string | null
    /** What each unit came to; null for an amount, and for all that was left */
    units: ColumnType<StoredCredit[] | null, string | null | undefined, never>
    /** See `app/domain/refunds/rejection.ts`. */
    rejection: "out-of-stock" | "amount-mismatch" | "duplicate" | "no-order" | "not-shipped" | null
    /** Names of products */
    sold_out: Generated<string[]>
    /** Names of products */
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
  payment_incidents: {
    id: string
    kind: string
    payment_intent_id: string | null
    checkout_id: string | null
    order_id: string | null
    user_id: string | null
    detail: string
    /** The gateway's id of the refund */
    occurrence: string | null
    created_at: Timestamp
    resolved_at: OptionalTimestamp
  }
  stock_ledger: {
    id: GeneratedAlways<number>
    variant_id: string
    change: number
    reason: "opening" | "correction" | "hold" | "release" | "restock" | "sale"
    checkout_id: string | null
    order_id: string | null
    actor_id: string | null
    note: Generated<string>
    created_at: Timestamp
  }
  mails: {
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
  /** A sent mail is deleted when one of these users is erased. */
  mail_people: {
    mail_id: string
    user_id: string
  }
  owner_notifications: {
    id: string
    key: string
    contents: JSONColumnType<StoredNotification | null, string, string | null>
    created_at: Timestamp
    sent_at: OptionalTimestamp
    person_ids: Generated<string[]>
  }
  page_versions: VersionColumns & {
    page: string
    title: string
    body: string
  }
  settings_versions: VersionColumns & {
    facts: JSONColumnType<Record<string, string>>
    logo_picture_id: string | null
    notice_picture_id: string | null
  }
  discounts: {
    id: string
    name: string
    /** In capitals; null is automatic. */
    code: string | null
    kind: "percent" | "amount" | "shipping"
    /** Millionths */
    percent: number | null
    amount: number | null
    /** Keys */
    categories: Generated<string[]>
    products: Generated<string[]>
    goods_from: number | null
    units_from: number | null
    /** Ids in the rules of prices */
    zones: Generated<string[]>
    first_order: Generated<boolean>
    starts_at: Date | null
    ends_at: Date | null
    max_uses: number | null
    max_uses_per_person: number | null
    stopped_at: Date | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  discount_uses: {
    checkout_id: string
    discount_id: string
    user_id: string
    email_hash: string
    is_beyond_limit: Generated<boolean>
    created_at: Timestamp
  }
  pricing_versions: {
    version: number
    id: string
    /** See `app/domain/pricing/rules.ts`. */
    rules: JSONColumnType<object>
    author_id: string
    created_at: Timestamp
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Timestamp
    actor_id: string | null
    actor_name: string
    action: string
    subject_kind:
      | "product"
      | "category"
      | "order"
      | "user"
      | "review"
      | "payment"
      | "mail"
      | "page"
      | "settings"
      | "discount"
      | "role"
      | "invitation"
      | "access"
      | "export"
      | "audit"
    subject_id: string
    before: OptionalJson
    after: OptionalJson
    /** The subject of the personal facts; all three are emptied when the account is erased. */
    person_id: string | null
    personal_before: OptionalJson
    personal_after: OptionalJson
    address: string | null
    session_id: string | null
    request_id: string | null
  }
  product_imports: {
    id: string
    file_name: string
    author_id: string
    status: Generated<"arriving" | "reading" | "refused" | "judged" | "running" | "done">
    created_at: Timestamp
    finished_at: OptionalTimestamp
    /** The software that the file is from */
    source: Generated<string>
    choices: ColumnType<{ makesCategories?: boolean; fetchesPictures?: boolean }, string | undefined, string>
    /** What the headings of another shop's file become */
    mapping: ColumnType<{ heading: string; becomes: string | null }[] | null, string | null | undefined, string | null>
    new_categories: ColumnType<string[], string | undefined, string>
    rows_read: Generated<number>
    /** Why the file was refused */
    problem: Generated<string>
  }
  product_import_files: {
    import_id: string
    kind: "table" | "pictures"
    part: number
    bytes: Uint8Array
  }
  product_import_pictures: {
    import_id: string
    product_id: string
    position: number
    line: number
    address: string
    versions: ColumnType<[option: string, value: string][][], string, string>
    status: Generated<"waiting" | "stored" | "failed">
  }
  product_import_rows: {
    import_id: string
    line: number
    /** That of the first row of its product */
    product_line: number
    product_id: string | null
    name: string
    outcome: "create" | "update" | "same" | "error" | "created" | "updated" | "failed"
    fields: Json
    before: Json
    message: Generated<string>
  }
  sandbox_intents: {
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
  sandbox_refunds: {
    id: string
    intent_id: string
    idempotency_key: string
    amount: number
    created_at: Timestamp
  }
  /** Has at most one row, in a restored copy that is not live. */
  standby: {
    one: Generated<boolean>
    since: Timestamp
    backup_made_at: Date
  }
  gateway_cursors: {
    name: string
    seen_until: Date
  }
}

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
