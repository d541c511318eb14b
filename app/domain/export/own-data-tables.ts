import { type RawBuilder, sql } from "kysely"
import { addressColumns, decimal, type ExportTable, exportTables } from "./export-tables"

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
const { reason: _reason, requestedBy: _requestedBy, ...refundColumns } = refunds.columns

export const ownTables: Record<string, OwnTable> = {
  profile: {
    about: "Your account, with the address that you used last.",
    columns: {
      ...{ _id, name, email, ...addressColumns, createdAt },
      picture: ["(select key from pictures where pictures.id = avatar_picture_id)", "the file of your picture"],
      authenticatorAppSince: [
        "(select authenticator_apps.created_at from authenticator_apps where user_id = users.id)",
        "since when an app is your second factor",
      ],
      emailVerifiedAt: ["email_verified_at", "when you confirmed your email"],
      role: ["(select roles.name from staff join roles on roles.id = role_id where user_id = users.id)", "in the shop"],
    },
    from: "users",
    of: (id) => sql`id = ${id}`,
  },
  devices: {
    about: "Where you are signed in.",
    columns: {
      _id: ["id", "the sign-in"],
      browser: ["user_agent", "what the browser calls itself"],
      address: ["address", "its address in the network"],
      factors: ["array_to_string(factors, ',')", "what proved that it is you"],
      createdAt: ["created_at", "when you signed in"],
      lastSeenAt: ["last_seen_at", "when it was last used"],
    },
    from: "sessions",
    of: byUser,
  },
  "trusted-devices": {
    about: "Where your password is enough.",
    columns: {
      _id: ["id", "the device"],
      browser: ["user_agent", "what the browser calls itself"],
      address: ["address", "its address in the network"],
      createdAt: ["created_at", "when you trusted it"],
      lastUsedAt: ["last_used_at", "when it last signed you in"],
      expiresAt: ["expires_at", "until when"],
    },
    from: "trusted_devices",
    of: byUser,
  },
  passkeys: {
    about: "Passkeys that sign you in.",
    columns: {
      _id: ["id", "the passkey"],
      name: ["name", "what you call it"],
      createdAt: ["created_at", "when you added it"],
      lastUsedAt: ["last_used_at", "when it was last used, or nothing"],
    },
    from: "passkeys",
    of: byUser,
  },
  cart: {
    about: "What is in your cart.",
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
    about: "Your orders, with totals and where they go.",
    of: byUser,
    ofOrder: (id) => sql`id = ${id}`,
  },
  "order-lines": {
    ...orderLines,
    about: "What you ordered, as it was called and priced then.",
    of: ofOwnOrders,
    ofOrder: byOrder,
  },
  invoices: {
    ...invoices,
    of: (id) => sql`coalesce((select orders.user_id from orders where orders.id = order_id), user_id) = ${id}`,
    ofOrder: byOrder,
  },
  payments: {
    about: "What you paid, or began to pay.",
    columns: {
      _id: ["id", "the payment"],
      checkout: ["checkout_id", "see checkouts"],
      intent: ["intent_id", "its id at the payment service"],
      amount: [decimal("amount"), "the sum"],
      status: ["status", "open, succeeded or cancelled"],
      createdAt: ["created_at", "when you began to pay"],
    },
    from: "payments",
    of: byUser,
    ofOrder: (id) => sql`checkout_id = (select orders.checkout_id from orders where orders.id = ${id})`,
  },
  refunds: {
    ...refunds,
    about: "Money that went back to you, or is about to.",
    columns: refundColumns,
    of: (id) => sql`(${ofOwnOrders(id)} or payment_id in (select payments.id from payments where user_id = ${id}))`,
    ofOrder: byOrder,
  },
  returns: { ...returns, about: "What you withdrew from or gave back.", of: ofOwnOrders, ofOrder: byOrder },
  checkouts: {
    about: "What you confirmed, also if it was never paid.",
    columns: {
      _id: ["id", "the checkout"],
      status: ["status", "held, completed (an order), released (not paid) or refunded"],
      ...addressColumns,
      items: [
        "(select string_agg(quantity || ' × ' || name, '; ' order by position) from checkout_lines where checkout_id = checkouts.id)",
        "what was in it",
      ],
      totalPrice: [decimal("total_price"), "the sum"],
      clientAddress: ["client_address", "your address in the network, kept for some hours"],
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
  reviews: { ...reviews, about: "What you said about products.", of: byUser },
  mails: {
    about: "Emails to you. Their texts have links that sign in, so that only your mailbox has them.",
    columns: {
      kind: ["kind", "what it was about"],
      subject: ["subject", "its subject"],
      recipient: ["recipient", "where it went"],
      createdAt: ["created_at", "when it was written"],
      sentAt: ["sent_at", "when it was sent, or nothing"],
    },
    from: "mails",
    of: (id) =>
      sql`id in (select mail_id from mail_people where user_id = ${id}) and kind not in ('owner-notice', 'owner-notices')`,
    ofOrder: (id) => sql`dedupe_key like ${`%-${id}`}`,
  },
  changes: {
    about: "What people who work in the shop changed of your data.",
    columns: {
      at: ["at", "when"],
      action: ["action", "what was done"],
      before: ["personal_before", "what it was, as JSON"],
      after: ["personal_after", "what it became, as JSON"],
    },
    from: "audit_log",
    of: (id) => sql`person_id = ${id}`,
  },
}
