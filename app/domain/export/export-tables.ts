import { orderStatuses } from "~/domain/orders/order-status"

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

const AS_DECIMAL = "'FM999999999990.00')"
export const decimal = (column: string) => `to_char(${column} / 100.0, ${AS_DECIMAL}`
/** Returns whether the SQL of a column formats a sum of money. */
export const isDecimal = (sql: string) => sql.endsWith(AS_DECIMAL)
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
    about:
      "Everybody with an account, with the address last used for an order. Accounts that were closed are forgotten and not here.",
    columns: {
      _id: ["id", "the account"],
      name: ["name", "full name"],
      email: ["email", "e-mail address"],
      role: ["role", "admin or user"],
      ...addressColumns,
      orders: ["bought.orders", "how many orders they have placed"],
      spent: [decimal("coalesce(bought.spent, 0)"), "what they have paid and not been given back"],
      createdAt: ["created_at", "when they registered"],
      deletedAt: ["deleted_at", "when an administrator deleted the account, or nothing"],
    },
    from: `users left join lateral (
      select count(*) as orders, sum(total_price - refunded_amount) as spent
      from orders where user_id = users.id and deleted_at is null) bought on true`,
    where: "erased_at is null and not is_guest",
  },
  variants: {
    about:
      "What is sold and counted of each product, one row without options, otherwise one for each combination of them.",
    columns: {
      _id: ["id", "the variant; the product's id where it has no options"],
      product: ["product_id", "the product, see products"],
      title: ["title", "the names of its values, or nothing"],
      values: ["array_to_string(option_values, ',')", "the keys of its values, in the order of the product's options"],
      sku: ["sku", "stock-keeping unit, or nothing"],
      gtin: ["gtin", "Global Trade Item Number, or nothing"],
      mpn: ["mpn", "the manufacturer's part number, or nothing"],
      price: [decimal("price"), "what it costs"],
      compareAtPrice: [decimal("compare_at_price"), "the price before its sale, or nothing"],
      stock: ["stock", "units"],
      weightGrams: ["weight_grams", "weight in grams, or nothing"],
      removedAt: ["removed_at", "when an administrator removed it, or nothing"],
    },
    from: "variants",
  },
  orders: {
    about: "Every order with its totals and where it goes. Its products are in order-lines.",
    columns: {
      _id: ["id", "the order"],
      number: ["number", "what people call it"],
      createdAt: ["created_at", "when it was paid"],
      orderStatus: ["status", new Intl.ListFormat("en-GB", { type: "disjunction" }).format(orderStatuses)],
      paymentStatus: ["payment_status", "succeeded, or refunded when all of it went back"],
      paymentIntent: ["payment_intent_id", "the payment's id at the payment service"],
      customer: ["user_id", "the account, see customers"],
      name: ["user_name", "the customer's name at the time"],
      email: ["user_email", "the customer's e-mail address at the time"],
      ...addressColumns,
      units: [orderedUnits, "units ordered"],
      items: [items, "what was ordered, in one text"],
      itemPrice: [decimal(`(${goodsLeft} + ${netDiscount})`), "sum of the lines without tax, before discounts"],
      discountPrice: [decimal(netDiscount), "what was taken off, without tax"],
      taxPrice: [
        decimal("(tax_price + contained.in_goods + contained.in_shipping)"),
        "all taxes, also those that prices contain",
      ],
      shippingPrice: [decimal("(shipping_price - contained.in_shipping)"), "shipping without tax"],
      shippingMethod: ["shipping_method", "how it is sent, as JSON, or nothing"],
      shippingTaxes: ["shipping_taxes", "the taxes on shipping in cents, as JSON"],
      shippingParts: [
        "shipping_parts",
        "what shipping comes to under each of its taxes, without tax, in cents, as JSON, or nothing",
      ],
      discounts: ["discounts", "what was taken off by name, in cents, as JSON"],
      totalPrice: [decimal("total_price"), "what was paid"],
      currency: ["currency", "its ISO 4217 code"],
      refunded: [decimal("refunded_amount"), "what went back"],
      trackingNumber: ["tracking_number", "the carrier's number"],
      carrier: ["carrier", "who carries the parcel, as the settings call it, or nothing"],
      shippedAt: ["shipped_at", "when it was shipped"],
      deliveredAt: ["delivered_at", "when it was delivered"],
      withdrawalEndsOn: [
        "(select withdrawal_ends_on::text from return_periods where order_id = orders.id)",
        "the last day to withdraw from it, as it was known at the delivery, or nothing",
      ],
      returnEndsOn: [
        "(select return_ends_on::text from return_periods where order_id = orders.id)",
        "the last day of returns beyond that, or nothing",
      ],
      cancelledAt: ["cancelled_at", "when it was cancelled"],
      deletedAt: ["deleted_at", "when an administrator deleted it, or nothing"],
    },
    from: `orders, lateral (
      select coalesce(sum(${containedIn("taxes")}), 0)::bigint as in_goods, ${containedIn("orders.shipping_taxes")} as in_shipping
      from order_lines where order_id = orders.id) contained`,
  },
  "order-lines": {
    about: "What was ordered, a line for each variant in each order, as it was called and priced then.",
    columns: {
      order: ["order_id", "the order, see orders"],
      position: ["position", "the line's place in the order, from 0"],
      product: ["product_id", "the product, see products; it may have been deleted since"],
      variant: ["variant_id", "the variant, see variants; the product's id where it has no options"],
      name: ["name", "the product's name at the time, with the values of its variant"],
      price: [decimal("price"), "of one unit, as it was shown: with the taxes that it contains"],
      quantity: ["quantity", "units ordered"],
      adjustments: ["adjustments", "what changed the line's amount, as JSON: label, and amount in cents"],
      taxes: ["taxes", "the line's share of each tax, as JSON: name, rate in millionths, and amount in cents"],
      returned: ["returned_quantity", "units that went back to stock"],
      writtenOff: ["written_off_quantity", "units that were paid back and did not go back to stock"],
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
      orderNumber: ["contents #>> '{order,number}'", "what people call the order"],
      invoice: ["contents #>> '{invoice,number}'", "the invoice that a credit note corrects, or nothing"],
      name: ["contents #>> '{buyer,name}'", "the customer's name at the time"],
      net: [decimal(`${signed} * (total - ${taxTotal})`), "without taxes; of a credit note negative"],
      tax: [decimal(`${signed} * ${taxTotal}`), "taxes; of a credit note negative"],
      total: [decimal(`${signed} * total`), "with taxes; of a credit note negative"],
      currency: ["currency", "its ISO 4217 code"],
      taxes: [
        "contents -> 'taxes'",
        "name, rate in millionths, what it is on and amount in cents, as JSON; without a name, what bears none and the reason",
      ],
      contents: ["contents", "all that is printed on it, as JSON"],
      keptUntil: ["kept_until", "the last day on which it cannot be deleted"],
    },
    from: "billing_documents",
    order: "issued_at, series, sequence_number",
  },
  refunds: {
    about: "Money that went back, or was meant to.",
    columns: {
      _id: ["id", "the refund"],
      order: ["order_id", "the order, see orders; nothing when the payment became none"],
      paymentIntent: ["payment_intent_id", "the payment's id at the payment service"],
      amount: [decimal("amount"), "what goes back"],
      reason: ["reason", "why, in the words of whoever gave it back; nothing when the payment became no order"],
      requestedBy: ["requested_by", "the account of who gave it back in the back office, see customers"],
      rejection: [
        "rejection",
        "why the payment became no order: out-of-stock, amount-mismatch (another amount was paid than the order costs), duplicate (the order was paid already), no-order (nothing was ordered with it), not-shipped (the shop does not ship to the address), unknown-place (the country or state is not known) or discount-gone (a discount had no use left)",
      ],
      soldOut: ["sold_out", "the products that sold out before the payment arrived"],
      discontinued: ["discontinued", "the products that were no longer sold"],
      status: ["status", "requested, succeeded or failed"],
      failure: ["failure", "what the payment service said when it failed"],
      createdAt: ["created_at", "when it was asked for"],
      settledAt: ["settled_at", "when it was done"],
    },
    from: "refunds",
  },
  returns: {
    about: "What customers withdrew from or gave back.",
    columns: {
      _id: ["id", "the return"],
      order: ["order_id", "the order, see orders"],
      kind: ["kind", "withdrawal (by law) or return (because the shop takes it back)"],
      status: ["status", "declared (not confirmed), requested, received, refunded or declined"],
      units: [
        `(select string_agg(return_lines.quantity || ' × ' || order_lines.name, '; ' order by position)
          from return_lines join order_lines on order_lines.id = order_line_id where return_id = returns.id)`,
        "which units, in one text",
      ],
      name: ["name", "the customer's name, as it was stated"],
      email: ["email", "where the answer went"],
      items: ["items", "which items are meant, in the customer's words, or nothing"],
      reason: ["reason", "why, in the customer's words, or nothing"],
      refusal: ["refusal", "why it was declined, or nothing"],
      refund: ["refund_id", "the refund, see refunds, or nothing"],
      createdAt: ["created_at", "when it was stated"],
      receivedAt: ["received_at", "when the units arrived, or nothing"],
      closedAt: ["closed_at", "when it was over, or nothing"],
    },
    from: "returns",
  },
  reviews: {
    about: "What customers say about products.",
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
      deletedAt: ["deleted_at", "when an administrator deleted it, or nothing"],
    },
    from: "reviews",
  },
  discounts: {
    about: "What is taken off orders, with a code or automatically.",
    columns: {
      _id: ["id", "the discount"],
      name: ["name", "as it stands on bills"],
      code: ["code", "what shoppers enter, or nothing where it is automatic"],
      kind: ["kind", "percent, amount or shipping"],
      percent: ["percent / 10000.0::float8", "per cent, or nothing"],
      amount: [decimal("amount"), "what is taken off, or nothing"],
      categories: ["array_to_string(categories, ',')", "the keys of the categories that it is on, or nothing"],
      products: ["array_to_string(products, ',')", "the products that it is on, see products, or nothing"],
      goodsFrom: [decimal("goods_from"), "the price of goods that it needs, or nothing"],
      unitsFrom: ["units_from", "units that it needs, or nothing"],
      zones: ["array_to_string(zones, ',')", "the zones that it is for, or nothing"],
      firstOrder: ["case when first_order then 'yes' end", "yes for a first order alone, or nothing"],
      startsAt: ["starts_at", "when it begins, or nothing"],
      endsAt: ["ends_at", "when it ends, or nothing"],
      maxUses: ["max_uses", "uses in all, or nothing"],
      maxUsesPerPerson: ["max_uses_per_person", "uses for each person, or nothing"],
      uses: [
        "(select count(*) from discount_uses where discount_id = discounts.id)",
        "how often it is used by orders and by checkouts that are held",
      ],
      stoppedAt: ["stopped_at", "when an administrator stopped it, or nothing"],
      createdAt: ["created_at", "when it was created"],
    },
    from: "discounts",
  },
  "stock-ledger": {
    about: "Every change of every stock; the sum of a variant's changes is its stock.",
    columns: {
      number: ["id", "grows with time"],
      createdAt: ["created_at", "when"],
      product: ["(select product_id from variants where variants.id = variant_id)", "the product, see products"],
      variant: ["variant_id", "the variant, see variants"],
      change: ["change", "units that came (positive) or went (negative)"],
      reason: ["reason", "opening, correction, import, hold, release, restock or sale"],
      order: ["order_id", "the order it belongs to, or nothing"],
      actor: ["actor_id", "the administrator who did it, or nothing"],
      note: ["note", "what was written beside it"],
    },
    from: "stock_ledger",
  },
  pages: {
    about:
      "The pages that administrators have written, every saved version. Pages that nobody has edited are not here.",
    columns: {
      page: ["page", "the last part of its address"],
      version: ["version", "counts from 1; the highest is what shoppers see"],
      title: ["title", "its title"],
      body: ["body", "its text in Markdown"],
      restoredFrom: ["restored_from", "the version whose text was put back, 0 for the shipped one, or nothing"],
      author: ["author_id", "the administrator, see customers"],
      name: ["author_name", "the administrator's name at the time"],
      createdAt: ["created_at", "when it was saved"],
    },
    from: "page_versions",
    order: "page, version",
  },
  settings: {
    about: "What administrators have said of the shop itself, every saved version.",
    columns: {
      version: ["version", "counts from 1; the highest is what counts"],
      facts: ["facts", "what was said, as JSON"],
      restoredFrom: ["restored_from", "the version that was put back, 0 for nothing said at all, or nothing"],
      author: ["author_id", "the administrator, see customers"],
      name: ["author_name", "the administrator's name at the time"],
      createdAt: ["created_at", "when it was saved"],
    },
    from: "settings_versions",
    order: "version",
  },
  pricing: {
    about: "Zones, ways of shipping, and rates of taxes, every saved version.",
    columns: {
      version: ["version", "counts from 1; the highest is what counts"],
      rules: ["rules", "zones and taxes, as JSON"],
      author: ["author_id", "the administrator, see customers"],
      createdAt: ["created_at", "when it was saved"],
    },
    from: "pricing_versions",
    order: "version",
  },
  "audit-log": {
    about: "What administrators did.",
    columns: {
      number: ["id", "grows with time"],
      at: ["at", "when"],
      actor: ["actor_id", "the administrator, see customers; empty for the operator, a job, or somebody unknown"],
      name: ["actor_name", "the administrator's name at the time"],
      action: ["action", "what was done"],
      kind: ["subject_kind", "to what kind of thing"],
      subject: ["subject_id", "to which one"],
      before: ["before || coalesce(personal_before, '{}')", "what it was, as JSON"],
      after: ["after || coalesce(personal_after, '{}')", "what it became, as JSON"],
      address: ["address", "from which address in the network; empty for the operator, a job, or a customer"],
      session: ["session_id", "in which of the actor's sessions"],
      request: ["request_id", "the request, as the server's log names it"],
    },
    from: "audit_log",
  },
} satisfies Record<string, ExportTable>
