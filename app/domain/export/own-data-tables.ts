import { type RawBuilder, sql } from "kysely"
import { decimal } from "./decimal"
import { addressColumns, type ExportTable, exportTables } from "./export-tables"

type Condition = (id: string) => RawBuilder<boolean>

/** A part of what the shop has about a person; none contains hashes, secrets or internal notes of staff. */
export interface OwnTable extends Pick<ExportTable, "about" | "columns" | "from" | "order"> {
  of: Condition
  /** The condition for one guest order; absent where nothing belongs to a single order */
  ofOrder?: Condition
}

const byUser: Condition = (id) => sql`user_id = ${id}`
const byOrder: Condition = (id) => sql`order_id = ${id}`
const ofOwnOrders: Condition = (id) => sql`order_id in (select id from orders where user_id = ${id})`

const { customers, invoices, orders, refunds, returns, reviews } = exportTables
const orderLines = exportTables["order-lines"]
const { _id, name, email, createdAt } = customers.columns
const receivedPayments = exportTables["received-payments"]
const { recordedBy: _recordedBy, undoneBy: _undoneBy, ...receivedColumns } = receivedPayments.columns
const { reason: _reason, requestedBy: _requestedBy, ...refundColumns } = refunds.columns

export const ownTables: Record<string, OwnTable> = {
  profile: {
    about: "Your account, with the address that you last used.",
    columns: {
      ...{ _id, name, email, ...addressColumns, createdAt },
      picture: ["(select key from pictures where pictures.id = avatar_picture_id)", "the file of your picture"],
      authenticatorAppSince: [
        "(select authenticator_apps.created_at from authenticator_apps where user_id = users.id)",
        "when you set up an authenticator app",
      ],
      emailVerifiedAt: ["email_verified_at", "when you confirmed your email"],
      role: ["(select roles.name from staff join roles on roles.id = role_id where user_id = users.id)", "in the shop"],
    },
    from: "users",
    of: (id) => sql`id = ${id}`,
  },
  origins: {
    about: "Data about you that was imported from another shop.",
    columns: {
      source: ["source", "the software of the other shop"],
      customer: ["source_key", "your id there, or empty"],
      note: ["note", "what was noted there, such as the number of your orders"],
      emailConsent: ["mail_consent", "whether you consented to marketing emails there, or empty"],
      emailConsentOn: ["mail_consent_on::text", "the day of the consent, or empty"],
      emailConsentSource: ["mail_consent_source", "the column of the imported file that says so"],
      importedAt: ["imported_at", "when it was imported"],
      invitedAt: ["invited_at", "when we invited you to choose a password, or empty"],
    },
    from: "customer_origins",
    order: "imported_at, source",
    of: byUser,
  },
  devices: {
    about: "Devices on which you are signed in.",
    columns: {
      _id: ["id", "the sign-in"],
      browser: ["user_agent", "the browser"],
      address: ["address", "its network address"],
      factors: ["array_to_string(factors, ',')", "the factors that you signed in with"],
      createdAt: ["created_at", "when you signed in"],
      lastSeenAt: ["last_seen_at", "when it was last used"],
    },
    from: "sessions",
    of: byUser,
  },
  "trusted-devices": {
    about: "Trusted devices, on which you sign in without your second factor.",
    columns: {
      _id: ["id", "the device"],
      browser: ["user_agent", "the browser"],
      address: ["address", "its network address"],
      createdAt: ["created_at", "when you started to trust it"],
      lastUsedAt: ["last_used_at", "when it last signed you in"],
      expiresAt: ["expires_at", "the end of the trust"],
    },
    from: "trusted_devices",
    of: byUser,
  },
  passkeys: {
    about: "Your passkeys.",
    columns: {
      _id: ["id", "the passkey"],
      name: ["name", "its name"],
      createdAt: ["created_at", "when you added it"],
      lastUsedAt: ["last_used_at", "when it was last used, or empty"],
    },
    from: "passkeys",
    of: byUser,
  },
  cart: {
    about: "The products in your cart.",
    columns: {
      variant: ["variant_id", "the product or its version"],
      name: ["(select products.name from products where products.id = product_id)", "its name"],
      quantity: ["quantity", "units"],
    },
    from: "saved_cart_lines join variants on variants.id = variant_id",
    order: "saved_cart_lines.position, variant_id",
    of: byUser,
  },
  orders: {
    ...orders,
    about: "Your orders, with totals and delivery addresses.",
    of: byUser,
    ofOrder: (id) => sql`id = ${id}`,
  },
  "agreed-texts": {
    ...exportTables["agreed-texts"],
    about: "The terms that you agreed to, with the instructions on withdrawal, each text once.",
    of: (id) => sql`digest in (select agreed_text_digest from orders where user_id = ${id})`,
    ofOrder: (id) => sql`digest = (select agreed_text_digest from orders where orders.id = ${id})`,
  },
  "order-lines": {
    ...orderLines,
    about: "The products of your orders, with names and prices at the time of purchase.",
    of: ofOwnOrders,
    ofOrder: byOrder,
  },
  invoices: {
    ...invoices,
    of: (id) => sql`coalesce((select orders.user_id from orders where orders.id = order_id), user_id) = ${id}`,
    ofOrder: byOrder,
  },
  payments: {
    about: "Your payments, including open and cancelled ones.",
    columns: {
      _id: ["id", "the payment"],
      checkout: ["checkout_id", "see checkouts"],
      intent: ["intent_id", "its id at the payment service"],
      amount: [decimal("amount"), "the sum"],
      status: ["status", "open, succeeded or cancelled"],
      createdAt: ["created_at", "when you started the payment"],
    },
    from: "payments",
    of: byUser,
    ofOrder: (id) => sql`checkout_id = (select orders.checkout_id from orders where orders.id = ${id})`,
  },
  "received-payments": {
    ...receivedPayments,
    about: "Your payments that did not go through the payment service.",
    columns: receivedColumns,
    of: ofOwnOrders,
    ofOrder: byOrder,
  },
  refunds: {
    ...refunds,
    about: "Your refunds.",
    columns: refundColumns,
    of: (id) => sql`(${ofOwnOrders(id)} or payment_id in (select payments.id from payments where user_id = ${id}))`,
    ofOrder: byOrder,
  },
  payouts: {
    about: "Money that we pay back to you by transfer.",
    columns: {
      _id: ["id", "the payout"],
      refund: ["refund_id", "the refund, see refunds"],
      amount: [decimal("amount"), "the amount"],
      name: ["payee_name", "the holder of your account"],
      iban: ["payee_iban", "your account, or empty until we know it"],
      reference: ["reference", "the text on your statement"],
      status: ["status", "open, exported (in a file for our bank), done or cancelled"],
      createdAt: ["created_at", "when it was requested"],
      doneAt: ["done_at", "when it was paid, or empty"],
    },
    from: "payouts",
    of: (id) => sql`refund_id in (
      select refunds.id from refunds join orders on orders.id = order_id where orders.user_id = ${id})`,
    ofOrder: (id) => sql`refund_id in (select refunds.id from refunds where order_id = ${id})`,
  },
  returns: { ...returns, about: "Your withdrawals and returns.", of: ofOwnOrders, ofOrder: byOrder },
  checkouts: {
    about: "Orders that you confirmed, including unpaid ones.",
    columns: {
      _id: ["id", "the checkout"],
      status: ["status", "held, completed (an order), released (not paid) or refunded"],
      ...addressColumns,
      items: [
        "(select string_agg(quantity || ' × ' || name, '; ' order by position) from checkout_lines where checkout_id = checkouts.id)",
        "the products in it",
      ],
      totalPrice: [decimal("total_price"), "the sum"],
      clientAddress: ["client_address", "your network address, kept for a few hours"],
      createdAt: ["created_at", "when you confirmed it"],
    },
    from: "checkouts",
    of: byUser,
  },
  discounts: {
    about: "Discounts that you used.",
    columns: {
      name: ["(select coalesce(code, name) from discounts where discounts.id = discount_id)", "the code or the name"],
      checkout: ["checkout_id", "see checkouts"],
      order: ["(select orders.id from orders where orders.checkout_id = discount_uses.checkout_id)", "see orders"],
      createdAt: ["created_at", "when"],
    },
    from: "discount_uses",
    order: "created_at, checkout_id, discount_id",
    of: byUser,
    ofOrder: (id) => sql`checkout_id = (select orders.checkout_id from orders where orders.id = ${id})`,
  },
  reviews: { ...reviews, about: "Your reviews of products.", of: byUser },
  mails: {
    about: "Emails to you. Their texts are only in your mailbox, because they can contain links that sign in.",
    columns: {
      kind: ["kind", "the kind of email"],
      subject: ["subject", "its subject"],
      recipient: ["recipient", "the address it was sent to"],
      createdAt: ["created_at", "when it was written"],
      sentAt: ["sent_at", "when it was sent, or empty"],
    },
    from: "mails",
    of: (id) =>
      sql`id in (select mail_id from mail_people where user_id = ${id}) and kind not in ('owner-notice', 'owner-notices')`,
    ofOrder: (id) => sql`dedupe_key like ${`%-${id}`}`,
  },
  changes: {
    about: "Changes of your data by people who work in the shop.",
    columns: {
      at: ["at", "when"],
      action: ["action", "the action"],
      before: ["personal_before", "the old values as JSON"],
      after: ["personal_after", "the new values as JSON"],
    },
    from: "audit_log",
    of: (id) => sql`person_id = ${id}`,
  },
}
