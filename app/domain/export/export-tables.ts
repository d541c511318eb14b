import { variantRecord } from "~/domain/catalog/variants/variant-record"
import { discountRecord } from "~/domain/discounts/discount-record"
import { orderStatuses } from "~/domain/orders/order-status"
import { decimal } from "./decimal"
import { recordColumns } from "./record-columns"

/** A table of the export, which has a row for each row of a table in the database. */
export interface ExportTable {
  about: string
  /** SQL and description of each column, in order; sums of money have two decimals. */
  columns: Record<string, readonly [sql: string, about: string]>
  from: string
  where?: string
  /** The column to order by, by default the id */
  order?: string
}

export const selectColumns = ({ columns }: ExportTable) =>
  Object.entries(columns)
    .map(([name, [sql]]) => `${sql} as "${name}"`)
    .join(", ")

const orderedUnits = "(select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)"
const items = `(select coalesce(string_agg(quantity || ' × ' || name, '; ' order by position), '')
  from order_lines where order_id = orders.id)`

export const addressColumns = {
  address: ["shipping_info->>'address'", "street"],
  city: ["shipping_info->>'city'", "city or suburb"],
  state: ["shipping_info->>'state'", "code of the state, where the country has states"],
  country: ["shipping_info->>'country'", "ISO 3166 code of the country"],
  pinCode: ["shipping_info->>'pinCode'", "postal code"],
  phoneNo: ["shipping_info->>'phoneNo'", "telephone number"],
} as const

/** Excludes taxes that prices contain, like the API: goods - discount + tax + shipping is the total. */
const goodsPaid = "(item_price - discount_price)::bigint"
const goodsLeft = `(${goodsPaid} - contained.in_goods)`
const netDiscount = `(case when ${goodsPaid} = 0 then discount_price
  else (2 * discount_price * ${goodsLeft} + ${goodsPaid}) / (2 * ${goodsPaid}) end)`
const containedIn = (taxes: string) =>
  `coalesce((select sum((tax->>'amount')::bigint) from jsonb_array_elements(${taxes}) tax where (tax->>'included')::boolean), 0)::bigint`

const signed = "case kind when 'invoice' then 1 else -1 end"
const taxTotal =
  "(select coalesce(sum((tax ->> 'amount')::integer), 0) from jsonb_array_elements(contents -> 'taxes') tax)"

/** The owner's data other than the products, whose file has the import's format */
export const exportTables = {
  customers: {
    about: "Everyone with an account, with the address last used for an order. Closed accounts are not included.",
    columns: {
      _id: ["id", "the account"],
      name: ["name", "full name"],
      email: ["email", "e-mail address"],
      role: ["role", "admin or user"],
      ...addressColumns,
      orders: ["bought.orders", "how many orders they have placed"],
      spent: [decimal("coalesce(bought.spent, 0)"), "the sum of their payments, minus refunds"],
      createdAt: ["created_at", "when they registered"],
      emailConsent: [
        `(select string_agg(case when mail_consent then 'yes' else 'no' end || coalesce(' on ' || mail_consent_on, '') ||
          ' (' || mail_consent_source || ')', '; ' order by imported_at)
          from customer_origins where user_id = users.id and mail_consent is not null)`,
        "whether they consented to marketing emails in another shop, when, and the column that says so, or empty",
      ],
      origin: [
        `(select string_agg(source || coalesce(': ' || nullif(note, ''), ''), '; ' order by imported_at)
          from customer_origins where user_id = users.id)`,
        "the shop systems that they were imported from, with what was noted there, or empty",
      ],
      deletedAt: ["deleted_at", "when an administrator deleted the account, or empty"],
    },
    from: `users left join lateral (
      select count(*) as orders, sum(total_price - refunded_amount) as spent
      from orders where user_id = users.id and deleted_at is null) bought on true`,
    where: "erased_at is null and not is_guest",
  },
  variants: {
    about: "The variants of each product: one row for each combination of its options, or one row if it has none.",
    columns: {
      _id: ["id", "the variant; the product's id if it has no options"],
      product: ["product_id", "the product, see products"],
      title: ["title", "the names of its values, or empty"],
      values: ["array_to_string(option_values, ',')", "the keys of its values, in the order of the product's options"],
      ...recordColumns(variantRecord),
      salePrice: [decimal("sale_price"), "its price during a sale, or empty"],
      saleFrom: ["sale_from", "when the sale begins, or empty"],
      saleUntil: ["sale_until", "when the sale ends, or empty"],
      regularPrice: [decimal("regular_price"), "its price outside of the sale, or empty without a sale"],
      uncounted: ["uncounted_units is not null", "whether it is sold without counting; its stock is then 999999"],
      removedAt: ["removed_at", "when an administrator removed it, or empty"],
    },
    from: "variants",
  },
  orders: {
    about: "All orders with their totals and delivery addresses. Their products are in order-lines.",
    columns: {
      _id: ["id", "the order"],
      number: ["number", "the order number"],
      createdAt: ["created_at", "when it was placed"],
      orderStatus: ["status", new Intl.ListFormat("en-GB", { type: "disjunction" }).format(orderStatuses)],
      paymentStatus: ["payment_status", "succeeded, awaiting while it is not paid, or refunded after a full refund"],
      paymentMethod: [
        "payment_method",
        "online, transfer (bank transfer), collection (paid when collected) or delivery (cash on delivery)",
      ],
      paymentDueAt: ["payment_due_at", "until when it keeps its units without a payment, or empty"],
      paidAt: [
        "case when payment_method = 'online' then created_at else paid_at end",
        "when it was paid, or empty while it is not",
      ],
      paymentIntent: ["payment_intent_id", "the payment's id at the payment service"],
      customer: ["user_id", "the account, see customers"],
      name: ["user_name", "the customer's name at the time"],
      email: ["user_email", "the customer's e-mail address at the time"],
      ...addressColumns,
      units: [orderedUnits, "units ordered"],
      items: [items, "the products ordered, as one text"],
      itemPrice: [decimal(`(${goodsLeft} + ${netDiscount})`), "sum of the lines without tax, before discounts"],
      discountPrice: [decimal(netDiscount), "the discounts without tax"],
      taxPrice: [
        decimal("(tax_price + contained.in_goods + contained.in_shipping)"),
        "all taxes, including those that prices contain",
      ],
      shippingPrice: [decimal("(shipping_price - contained.in_shipping)"), "shipping without tax"],
      shippingMethod: ["shipping_method", "the shipping method as JSON, or empty"],
      shippingTaxes: ["shipping_taxes", "the taxes on shipping in cents, as JSON"],
      shippingParts: [
        "shipping_parts",
        "the shipping price under each of its taxes, without tax, in cents, as JSON, or empty",
      ],
      discounts: ["discounts", "the discounts by name, in cents, as JSON"],
      paymentFee: [decimal("payment_fee"), "the fee of cash on delivery, which the shipping price includes"],
      totalPrice: [decimal("total_price"), "the amount to pay"],
      currency: ["currency", "its ISO 4217 code"],
      refunded: [decimal("refunded_amount"), "the amount refunded"],
      trackingNumber: ["tracking_number", "the tracking number"],
      carrier: ["carrier", "the carrier, as named in the settings, or empty"],
      shippedAt: ["shipped_at", "when it was shipped"],
      deliveredAt: ["delivered_at", "when it was delivered"],
      withdrawalEndsOn: [
        "(select withdrawal_ends_on::text from return_periods where order_id = orders.id)",
        "the last day of the right of withdrawal, as known at the delivery, or empty",
      ],
      returnEndsOn: [
        "(select return_ends_on::text from return_periods where order_id = orders.id)",
        "the last day for other returns, or empty",
      ],
      cancelledAt: ["cancelled_at", "when it was cancelled"],
      agreedText: ["agreed_text_digest", "the terms that the customer agreed to, see agreed-texts, or empty"],
      deletedAt: ["deleted_at", "when an administrator deleted it, or empty"],
    },
    from: `orders, lateral (
      select coalesce(sum(${containedIn("taxes")}), 0)::bigint as in_goods, ${containedIn("orders.shipping_taxes")} as in_shipping
      from order_lines where order_id = orders.id) contained`,
  },
  "order-lines": {
    about:
      "The products of each order, with names and prices at the time of purchase. One row for each variant in an order.",
    columns: {
      order: ["order_id", "the order, see orders"],
      position: ["position", "the line's place in the order, from 0"],
      product: ["product_id", "the product, see products; it may have been deleted since"],
      variant: ["variant_id", "the variant, see variants; the product's id if it has no options"],
      name: ["name", "the product's name at the time, with the values of its variant"],
      price: [decimal("price"), "the price of one unit as shown, including the taxes that it contains"],
      quantity: ["quantity", "units ordered"],
      adjustments: ["adjustments", "adjustments of the line's amount, as JSON: label, and amount in cents"],
      taxes: ["taxes", "the line's share of each tax, as JSON: name, rate in millionths, and amount in cents"],
      returned: ["returned_quantity", "units that went back to stock"],
      writtenOff: ["written_off_quantity", "units that were refunded but did not go back to stock"],
    },
    from: "order_lines",
    order: "order_id, position",
  },
  invoices: {
    about: "Invoices and credit notes as they were issued.",
    columns: {
      _id: ["id", "the invoice or credit note"],
      number: ["number", "its number"],
      kind: ["kind", "invoice or credit-note"],
      issuedAt: ["issued_at", "when it was issued"],
      order: ["order_id", "the order, see orders"],
      orderNumber: ["contents #>> '{order,number}'", "the order number"],
      invoice: ["contents #>> '{invoice,number}'", "the invoice that a credit note corrects, or empty"],
      name: ["contents #>> '{buyer,name}'", "the customer's name at the time"],
      net: [decimal(`${signed} * (total - ${taxTotal})`), "without taxes; negative for a credit note"],
      tax: [decimal(`${signed} * ${taxTotal}`), "taxes; negative for a credit note"],
      total: [decimal(`${signed} * total`), "with taxes; negative for a credit note"],
      currency: ["currency", "its ISO 4217 code"],
      taxes: [
        "contents -> 'taxes'",
        "name, rate in millionths, taxed amount and tax in cents, as JSON; an entry without a name is an untaxed amount with the reason",
      ],
      contents: ["contents", "the contents of the document, as JSON"],
      keptUntil: ["kept_until", "the last day on which it cannot be deleted"],
    },
    from: "billing_documents",
    order: "issued_at, series, sequence_number",
  },
  "received-payments": {
    about: "Money that arrived for orders that are not paid online.",
    columns: {
      _id: ["id", "the payment"],
      order: ["order_id", "the order, see orders"],
      amount: [decimal("amount"), "the part of it that belongs to the order"],
      receivedAt: ["received_at", "when it arrived"],
      recordedAt: ["created_at", "when it was recorded"],
      recordedBy: ["recorded_by", "the account of the person who recorded it, see customers, or empty"],
      undoneAt: ["undone_at", "when the record was undone, or empty"],
      undoneBy: ["undone_by", "the account of the person who undid it, see customers, or empty"],
    },
    from: "received_payments",
  },
  refunds: {
    about: "All refunds, including failed ones.",
    columns: {
      _id: ["id", "the refund"],
      order: ["order_id", "the order, see orders; empty if the payment did not become an order"],
      paymentIntent: ["payment_intent_id", "the payment's id at the payment service"],
      amount: [decimal("amount"), "the amount refunded, or no longer due"],
      reason: [
        "reason",
        "the reason, in the words of the person who made the refund; empty if the payment did not become an order",
      ],
      requestedBy: ["requested_by", "the account of the person who made the refund in the back office, see customers"],
      rejection: [
        "rejection",
        "why the payment did not become an order: out-of-stock, amount-mismatch (the amount paid differs from the order's total), duplicate (the order was already paid), no-order (no order was placed), not-shipped (the shop does not ship to the address), unknown-place (the country or state is not known) or discount-gone (a discount had no use left)",
      ],
      soldOut: ["sold_out", "the products that sold out before the payment arrived"],
      discontinued: ["discontinued", "the products that were no longer sold"],
      status: ["status", "requested, succeeded or failed"],
      payout: [
        "payout",
        "bank (paid back by the shop itself) or waived (never paid, so that no money moves); empty if the payment service refunds it",
      ],
      failure: ["failure", "the payment service's error, if it failed"],
      createdAt: ["created_at", "when it was requested"],
      settledAt: ["settled_at", "when it was completed"],
    },
    from: "refunds",
  },
  returns: {
    about: "Withdrawals and returns of customers.",
    columns: {
      _id: ["id", "the return"],
      order: ["order_id", "the order, see orders"],
      kind: ["kind", "withdrawal (by law) or return (because the shop takes it back)"],
      status: ["status", "declared (not confirmed), requested, received, refunded or declined"],
      units: [
        `(select string_agg(return_lines.quantity || ' × ' || order_lines.name, '; ' order by position)
          from return_lines join order_lines on order_lines.id = order_line_id where return_id = returns.id)`,
        "the units, as one text",
      ],
      name: ["name", "the customer's name, as stated"],
      email: ["email", "the email address for replies"],
      items: ["items", "the items in the customer's words, or empty"],
      reason: ["reason", "the reason in the customer's words, or empty"],
      refusal: ["refusal", "the reason why it was declined, or empty"],
      refund: ["refund_id", "the refund, see refunds, or empty"],
      createdAt: ["created_at", "when it was sent"],
      receivedAt: ["received_at", "when the units arrived, or empty"],
      closedAt: ["closed_at", "when it was completed, or empty"],
    },
    from: "returns",
  },
  reviews: {
    about: "Customers' reviews of products.",
    columns: {
      _id: ["id", "the review"],
      product: ["product_id", "the product, see products"],
      productName: ["(select name from products where id = product_id)", "its name"],
      user: ["user_id", "the account, see customers"],
      name: ["name", "the name it is signed with"],
      rating: ["rating_halves / 2.0::float8", "stars, from 0.5 to 5"],
      comment: ["comment", "its text"],
      createdAt: ["created_at", "when it was written"],
      updatedAt: ["updated_at", "when it was last changed"],
      deletedAt: ["deleted_at", "when an administrator deleted it, or empty"],
    },
    from: "reviews",
  },
  discounts: {
    about: "Discounts on orders, with a code or automatic.",
    columns: {
      _id: ["id", "the discount"],
      ...recordColumns(discountRecord),
      uses: [
        "(select count(*) from discount_uses where discount_id = discounts.id)",
        "how often orders and open checkouts use it",
      ],
      stoppedAt: ["stopped_at", "when an administrator stopped it, or empty"],
      createdAt: ["created_at", "when it was created"],
    },
    from: "discounts",
  },
  "stock-ledger": {
    about: "All changes of stock. The sum of a variant's changes is its stock, unless it is sold without counting.",
    columns: {
      number: ["id", "grows with time"],
      createdAt: ["created_at", "when"],
      product: ["(select product_id from variants where variants.id = variant_id)", "the product, see products"],
      variant: ["variant_id", "the variant, see variants"],
      change: ["change", "units added (positive) or removed (negative)"],
      reason: ["reason", "opening, correction, import, hold, release, restock or sale"],
      order: ["order_id", "the order it belongs to, or empty"],
      actor: ["actor_id", "the administrator who did it, or empty"],
      note: ["note", "the note written with it"],
    },
    from: "stock_ledger",
  },
  pages: {
    about: "Pages edited by administrators, with all saved versions. Pages that no one has edited are not included.",
    columns: {
      page: ["page", "the last part of its address"],
      version: ["version", "counts from 1; shoppers see the highest"],
      title: ["title", "its title"],
      body: ["body", "its text in Markdown"],
      restoredFrom: ["restored_from", "the version that was restored, 0 for the original text, or empty"],
      author: ["author_id", "the administrator, see customers"],
      name: ["author_name", "the administrator's name at the time"],
      createdAt: ["created_at", "when it was saved"],
    },
    from: "page_versions",
    order: "page, version",
  },
  "agreed-texts": {
    about: "Terms and instructions on withdrawal, as customers agreed to them.",
    columns: {
      digest: ["digest", "the hash by which orders name it"],
      text: ["body_text", "the text"],
      createdAt: ["created_at", "when it was first agreed to"],
    },
    from: "agreed_texts",
    order: "created_at, digest",
  },
  settings: {
    about: "The settings of the shop, with all saved versions.",
    columns: {
      version: ["version", "counts from 1; the highest is in use"],
      facts: ["facts", "the settings as JSON"],
      restoredFrom: ["restored_from", "the version that was restored, 0 for empty settings, or empty"],
      author: ["author_id", "the administrator, see customers"],
      name: ["author_name", "the administrator's name at the time"],
      createdAt: ["created_at", "when it was saved"],
    },
    from: "settings_versions",
    order: "version",
  },
  pricing: {
    about: "Zones, shipping methods and tax rates, with all saved versions.",
    columns: {
      version: ["version", "counts from 1; the highest is in use"],
      rules: ["rules", "zones and taxes, as JSON"],
      author: ["author_id", "the administrator, see customers"],
      createdAt: ["created_at", "when it was saved"],
    },
    from: "pricing_versions",
    order: "version",
  },
  "audit-log": {
    about: "The audit log of the back office.",
    columns: {
      number: ["id", "grows with time"],
      at: ["at", "when"],
      actor: ["actor_id", "the administrator, see customers; empty for the operator, a job or an unknown person"],
      name: ["actor_name", "the administrator's name at the time"],
      action: ["action", "the action"],
      kind: ["subject_kind", "the kind of record"],
      subject: ["subject_id", "the record"],
      before: ["before || coalesce(personal_before, '{}')", "the old values as JSON"],
      after: ["after || coalesce(personal_after, '{}')", "the new values as JSON"],
      address: ["address", "the network address; empty for the operator, a job or a customer"],
      session: ["session_id", "the session of the actor"],
      request: ["request_id", "the id of the request in the server's log"],
    },
    from: "audit_log",
  },
} satisfies Record<string, ExportTable>
