/** A file of the export: a question to the database, and what each column of its answer says. */
export interface ExportFile {
  name: string
  about: string
  /** Every column of the answer, in order, with its description. */
  columns: Record<string, string>
  /** Answers the columns under their names; sums of money as dollars. */
  query: string
}

const dollars = (column: string) => `to_char(${column} / 100.0, 'FM999999990.00')`
const address = (part: string) => `shipping_info->>'${part}'`

/** What belongs to the shop's owner, beside the products, whose file has the form of the import. */
export const exportFiles: readonly ExportFile[] = [
  {
    name: "customers",
    about: "Everybody with an account. Accounts that were closed are forgotten and not here.",
    columns: {
      _id: "the account",
      name: "full name",
      email: "e-mail address",
      role: "admin or user",
      address: "street, as last used for an order",
      city: "city or suburb",
      state: "code of the state, where the country has states",
      country: "ISO 3166 code of the country",
      pinCode: "postal code",
      phoneNo: "telephone number",
      orders: "how many orders they have placed",
      spent: "what they have paid and not been given back, in dollars",
      createdAt: "when they registered",
      deletedAt: "when an administrator deleted the account, or nothing",
    },
    query: `
      select id as "_id", name, email, role, ${address("address")} as address, ${address("city")} as city,
        ${address("state")} as state, ${address("country")} as country, ${address("pinCode")} as "pinCode",
        ${address("phoneNo")} as "phoneNo", coalesce(bought.orders, 0) as orders,
        ${dollars("coalesce(bought.spent, 0)")} as spent, created_at as "createdAt", deleted_at as "deletedAt"
      from users
      left join (
        select user_id, count(*) as orders, sum(total_price - refunded_amount) as spent
        from orders where deleted_at is null group by user_id
      ) bought on bought.user_id = users.id
      where erased_at is null order by id`,
  },
  {
    name: "orders",
    about: "Every order with its totals and where it goes. Its products are in order-lines.",
    columns: {
      _id: "the order",
      createdAt: "when it was paid",
      orderStatus: "Processing, Shipped, Delivered or Cancelled",
      paymentStatus: "succeeded, or refunded when all of it went back",
      paymentIntent: "the payment's id at the payment service",
      customer: "the account, see customers",
      name: "the customer's name at the time",
      email: "the customer's e-mail address at the time",
      address: "street",
      city: "city or suburb",
      state: "code of the state",
      country: "ISO 3166 code of the country",
      pinCode: "postal code",
      phoneNo: "telephone number",
      itemPrice: "sum of the lines in dollars, before tax",
      taxPrice: "tax in dollars",
      shippingPrice: "shipping in dollars",
      totalPrice: "what was paid, in dollars",
      refunded: "what went back, in dollars",
      trackingNumber: "the carrier's number",
      shippedAt: "when it was shipped",
      deliveredAt: "when it was delivered",
      cancelledAt: "when it was cancelled",
      deletedAt: "when an administrator deleted it, or nothing",
    },
    query: `
      select id as "_id", created_at as "createdAt", status as "orderStatus", payment_status as "paymentStatus",
        payment_intent_id as "paymentIntent", user_id as customer, user_name as name, user_email as email,
        ${address("address")} as address, ${address("city")} as city, ${address("state")} as state,
        ${address("country")} as country, ${address("pinCode")} as "pinCode", ${address("phoneNo")} as "phoneNo",
        ${dollars("item_price")} as "itemPrice", ${dollars("tax_price")} as "taxPrice",
        ${dollars("shipping_price")} as "shippingPrice", ${dollars("total_price")} as "totalPrice",
        ${dollars("refunded_amount")} as refunded, tracking_number as "trackingNumber", shipped_at as "shippedAt",
        delivered_at as "deliveredAt", cancelled_at as "cancelledAt", deleted_at as "deletedAt"
      from orders order by id`,
  },
  {
    name: "order-lines",
    about: "What was ordered, a line for each product of each order, as it was called and priced then.",
    columns: {
      order: "the order, see orders",
      position: "the line's place in the order, from 0",
      product: "the product, see products; it may have been deleted since",
      name: "the product's name at the time",
      price: "dollars for one unit",
      quantity: "units ordered",
      returned: "units that went back to stock",
      writtenOff: "units that were paid back and did not go back to stock",
    },
    query: `
      select order_id as order, position, product_id as product, name, ${dollars("price")} as price, quantity,
        returned_quantity as returned, written_off_quantity as "writtenOff"
      from order_lines order by order_id, position`,
  },
  {
    name: "refunds",
    about: "Money that went back, or was meant to.",
    columns: {
      _id: "the refund",
      order: "the order, see orders; nothing when the payment became none",
      paymentIntent: "the payment's id at the payment service",
      amount: "dollars",
      reason: "why, in the words of whoever gave it back; nothing when the payment became no order",
      rejection:
        "why the payment became no order: out-of-stock, amount-mismatch (another amount was paid than the order costs), duplicate (the order was paid already) or no-order (nothing was ordered with it)",
      soldOut: "the products that sold out before the payment arrived",
      discontinued: "the products that were no longer sold",
      status: "requested, succeeded or failed",
      failure: "what the payment service said when it failed",
      createdAt: "when it was asked for",
      settledAt: "when it was done",
    },
    query: `
      select id as "_id", order_id as order, payment_intent_id as "paymentIntent", ${dollars("amount")} as amount,
        reason, rejection, sold_out as "soldOut", discontinued, status, failure, created_at as "createdAt",
        settled_at as "settledAt"
      from refunds order by id`,
  },
  {
    name: "reviews",
    about: "What customers say about products.",
    columns: {
      _id: "the review",
      product: "the product, see products",
      user: "the account, see customers",
      name: "the name it is signed with",
      rating: "stars, from 0.5 to 5",
      comment: "its text",
      createdAt: "when it was written",
      updatedAt: "when it was last changed",
      deletedAt: "when an administrator deleted it, or nothing",
    },
    query: `
      select id as "_id", product_id as product, user_id as user, name, rating_halves / 2.0::float8 as rating, comment,
        created_at as "createdAt", updated_at as "updatedAt", deleted_at as "deletedAt"
      from reviews order by id`,
  },
  {
    name: "stock-ledger",
    about: "Every change of every stock; the sum of a product's changes is its stock.",
    columns: {
      number: "grows with time",
      createdAt: "when",
      product: "the product, see products",
      change: "units that came (positive) or went (negative)",
      reason: "opening, correction, import, hold, release, restock or sale",
      order: "the order it belongs to, or nothing",
      actor: "the administrator who did it, or nothing",
      note: "what was written beside it",
    },
    query: `
      select id as number, created_at as "createdAt", product_id as product, change, reason, order_id as order,
        actor_id as actor, note
      from stock_ledger order by id`,
  },
  {
    name: "pages",
    about:
      "The pages that administrators have written, every saved version. Pages that nobody has edited are not here.",
    columns: {
      page: "the last part of its address",
      version: "counts from 1; the highest is what shoppers see",
      title: "its title",
      body: "its text in Markdown",
      restoredFrom: "the version whose text was put back, 0 for the shipped one, or nothing",
      author: "the administrator, see customers",
      name: "the administrator's name at the time",
      createdAt: "when it was saved",
    },
    query: `
      select page, version, title, body, restored_from as "restoredFrom", author_id as author, author_name as name,
        created_at as "createdAt"
      from page_versions order by page, version`,
  },
  {
    name: "settings",
    about: "What administrators have said of the shop itself, every saved version.",
    columns: {
      version: "counts from 1; the highest is what counts",
      facts: "what was said, as JSON",
      restoredFrom: "the version that was put back, 0 for nothing said at all, or nothing",
      author: "the administrator, see customers",
      name: "the administrator's name at the time",
      createdAt: "when it was saved",
    },
    query: `
      select version, facts, restored_from as "restoredFrom", author_id as author, author_name as name,
        created_at as "createdAt"
      from settings_versions order by version`,
  },
  {
    name: "audit-log",
    about: "What administrators did.",
    columns: {
      number: "grows with time",
      at: "when",
      actor: "the administrator, see customers",
      name: "the administrator's name at the time",
      action: "what was done",
      kind: "to what kind of thing",
      subject: "to which one",
      before: "what it was, as JSON",
      after: "what it became, as JSON",
    },
    query: `
      select id as number, at, actor_id as actor, actor_name as name, action, subject_kind as kind,
        subject_id as subject, before, after
      from audit_log order by id`,
  },
]
