import { sql } from "kysely"
import { UNCOUNTED_STOCK } from "~/domain/inventory/stock"
import type { Queryable } from "~/domain/shop"

/** The money of an order that is not paid online */
const offlineMoney = sql`lateral (
  select coalesce((
      select sum(amount) from received_payments where order_id = orders.id and undone_at is null), 0) as received,
    coalesce(sum(amount) filter (where payout = 'bank'), 0) as paid_back,
    coalesce(sum(amount) filter (where payout = 'waived'), 0) as waived
  from refunds where order_id = orders.id and refunds.status <> 'failed')`

/** Each query returns the rows that violate its invariant. */
const invariants: Record<string, ReturnType<typeof sql<{ id: string }>>> = {
  "the stock is not the sum of its ledger": sql`
    select variants.id from variants
    left join (select variant_id, sum(change) as units from stock_ledger group by variant_id) moved
      on moved.variant_id = variants.id
    where coalesce(uncounted_units, variants.stock) <> coalesce(moved.units, 0)`,
  "the variant is not counted but its stock is": sql`
    select id from variants where uncounted_units is not null and stock <> ${sql.lit(UNCOUNTED_STOCK)}`,
  "the price is not that of the sale or of the time outside of it": sql`
    select id from variants
    where sale_price is not null and (price, compare_at_price) is distinct from (
      case when is_on_sale then sale_price else regular_price end,
      case when is_on_sale then coalesce(regular_compare_at_price, regular_price) else regular_compare_at_price end)`,
  "the product differs from its variants": sql`
    select products.id from products
    left join lateral (
      select min(variants.price) as lowest, max(variants.price) as highest, sum(variants.stock) as units
      from variants where product_id = products.id and removed_at is null) live on true
    where (products.price, products.highest_price, products.stock) is distinct from (lowest, highest, units)
      or not exists (
        select from variants where product_id = products.id and removed_at is null
          and (variants.price, variants.compare_at_price, variants.prior_price) is not distinct from
            (products.price, products.compare_at_price, products.prior_price))
      or not (products.option_tags <@ option_tags(products.id, options)
        and products.option_tags @> option_tags(products.id, options))`,
  "the variant does not have a value for each option": sql`
    select variants.id from variants join products on products.id = product_id
    where removed_at is null and (cardinality(option_values) <> jsonb_array_length(options)
      or (variants.id = product_id) <> (options = '[]')
      or exists (
        select from unnest(option_values) with ordinality chosen (slug, place)
        where not options->(place::integer - 1)->'values' @> jsonb_build_array(jsonb_build_object('slug', slug))))`,
  "the checkout's held units differ from its lines": sql`
    select checkouts.id from checkouts
    join checkout_lines on checkout_lines.checkout_id = checkouts.id
    left join (
      select checkout_id, variant_id, -sum(change) as units from stock_ledger
      where reason in ('hold', 'release') group by checkout_id, variant_id
    ) taken on taken.checkout_id = checkouts.id and taken.variant_id = checkout_lines.variant_id
    where coalesce(taken.units, 0) <> case when checkouts.status in ('held', 'processing', 'completed') then quantity else 0 end`,
  "the bank is processing a payment that is over": sql`
    select id from checkouts where status = 'processing' and not exists (
      select from payments where checkout_id = checkouts.id and payments.status = 'open' and processing_since is not null)`,
  "the checkout's discounts differ from those that it uses": sql`
    select checkouts.id from checkouts
    left join orders on orders.checkout_id = checkouts.id
    left join lateral (
      select count(*) as uses from discount_uses where checkout_id = checkouts.id) used on true
    where used.uses <> case
      when checkouts.status in ('held', 'processing', 'completed') and orders.status is distinct from 'Cancelled'
      then jsonb_array_length(checkouts.discounts) else 0 end`,
  "the discount is used more than its limits allow": sql`
    select discounts.id from discounts join discount_uses on discount_id = discounts.id
    where not is_beyond_limit
    group by discounts.id having count(*) > max_uses
    union
    select discounts.id from discounts join discount_uses on discount_id = discounts.id
    where not is_beyond_limit group by discounts.id, discount_uses.user_id
    having count(*) > case when first_order then 1 else max_uses_per_person end
    union
    select discounts.id from discounts join discount_uses on discount_id = discounts.id
    where not is_beyond_limit and first_order group by discounts.id, email_hash having count(*) > 1
    union
    select discounts.id from discounts join discount_uses on discount_id = discounts.id
    where not is_beyond_limit and card_hash is not null group by discounts.id, card_hash
    having count(*) > case when first_order then 1 else max_uses_per_person end`,
  "the checkout is completed but has no order": sql`
    select checkouts.id from checkouts left join orders on orders.checkout_id = checkouts.id
    where (checkouts.status = 'completed') <> (orders.id is not null)`,
  "the order differs from its checkout": sql`
    select orders.id from orders join checkouts on checkouts.id = orders.checkout_id
    where orders.total_price <> checkouts.total_price or orders.currency <> checkouts.currency or orders.user_id <> checkouts.user_id
      or (select coalesce(sum(price * quantity), 0) from order_lines where order_id = orders.id) <> orders.item_price`,
  "the order's lines do not add up to the charges": sql`
    select orders.id from orders
    where tax_price <> (
        select coalesce(sum((tax->>'amount')::integer), 0)
        from (select taxes from order_lines where order_id = orders.id union all select shipping_taxes) taxed,
          jsonb_array_elements(taxes) tax
        where not tax ? 'included')
      or discount_price <> (
        select coalesce(-sum((adjustment->>'amount')::integer), 0)
        from order_lines, jsonb_array_elements(adjustments) adjustment where order_id = orders.id)`,
  "the order's shipping is not the sum of its parts": sql`
    select orders.id from orders, lateral (
      select coalesce(sum((part->>'net')::integer), 0) as net, coalesce(sum(
        (select sum((tax->>'amount')::integer) from jsonb_array_elements(part->'taxes') tax)), 0) as taxed
      from jsonb_array_elements(shipping_parts) part) parts, lateral (
      select coalesce(sum((tax->>'amount')::integer), 0) as taxed,
        coalesce(sum((tax->>'amount')::integer) filter (where tax ? 'included'), 0) as included
      from jsonb_array_elements(shipping_taxes) tax) charged
    where shipping_parts is not null and (net, parts.taxed) <> (shipping_price - included, charged.taxed)`,
  "the order's lines differ from those of its checkout": sql`
    select orders.id from orders
    join checkout_lines on checkout_lines.checkout_id = orders.checkout_id
    left join order_lines on order_lines.order_id = orders.id and order_lines.position = checkout_lines.position
    where (order_lines.product_id, order_lines.variant_id, order_lines.price, order_lines.quantity, order_lines.adjustments, order_lines.taxes)
      is distinct from (checkout_lines.product_id, checkout_lines.variant_id, checkout_lines.price, checkout_lines.quantity,
        checkout_lines.adjustments, checkout_lines.taxes)`,
  "the payment succeeded but has neither an order nor a full refund": sql`
    select payments.id from payments
    left join orders on orders.payment_intent_id = payments.intent_id
    left join refunds on refunds.payment_id = payments.id and refunds.order_id is null
    where payments.status = 'succeeded' and (orders.id is null) = (refunds.id is null)`,
  "the order's units in the ledger differ from those that have not come back": sql`
    select orders.id from orders
    join order_lines on order_lines.order_id = orders.id
    join variants on variants.id = order_lines.variant_id
    left join lateral (
      select sum(change) as units from stock_ledger
      where variant_id = order_lines.variant_id and (checkout_id = orders.checkout_id or order_id = orders.id)
    ) moved on true
    where coalesce(moved.units, 0) <> returned_quantity - quantity`,
  "the order is cancelled but its units are neither back in stock nor written off": sql`
    select orders.id from orders join order_lines on order_lines.order_id = orders.id
    where orders.status = 'Cancelled' and quantity <> returned_quantity + written_off_quantity`,
  "the order has no succeeded payment": sql`
    select orders.id from orders join checkouts on checkouts.id = orders.checkout_id
    left join payments on payments.intent_id = orders.payment_intent_id
      and payments.checkout_id = orders.checkout_id and payments.status = 'succeeded'
    where case when orders.total_price = 0 or orders.payment_method <> 'online' then payments.id is not null
      else payments.id is null or payments.amount <> orders.total_price end`,
  "the order's refunded amount is not the sum of its refunds": sql`
    select orders.id from orders
    left join (
      select order_id, sum(amount) as back from refunds where status <> 'failed' group by order_id
    ) given on given.order_id = orders.id
    where orders.refunded_amount <> coalesce(given.back, 0)`,
  "the order's state differs from its received payments and refunds": sql`
    select orders.id from orders, ${offlineMoney} money
    where payment_method <> 'online' and (payment_status <> case
        when paid_back + waived >= total_price then 'refunded'
        when received > 0 and received + waived >= total_price then 'succeeded'
        else 'awaiting' end
      or payment_status <> 'refunded' and (paid_at is not null) <> (received > 0 and received + waived >= total_price))`,
  "more was received than the order cost, or paid back than was received": sql`
    select orders.id from orders, ${offlineMoney} money
    where payment_method <> 'online' and (received + waived > total_price or paid_back > received)`,
  "the order is cancelled but keeps money": sql`
    select orders.id from orders, ${offlineMoney} money
    where payment_method <> 'online' and status = 'Cancelled' and paid_back <> received`,
  "the order was paid or shipped but is not a sale": sql`
    select id from orders where payment_method <> 'online' and sold_at is null
      and (paid_at is not null or shipped_at is not null
        or exists (select from billing_documents where order_id = orders.id))`,
  "the cancelled sale keeps a claim": sql`
    select id from orders
    where payment_method <> 'online' and status = 'Cancelled' and sold_at is not null and refunded_amount <> total_price`,
  "the refund is paid out by another way than its order was paid": sql`
    select refunds.id from refunds join orders on orders.id = order_id
    where (payment_method = 'online') <> (payout is null)`,
  "the refund differs from its payout": sql`
    select refunds.id from refunds left join payouts on payouts.refund_id = refunds.id
    where payout is not null and refunds.status <> 'failed' and case payout
      when 'bank' then payouts.id is null or payouts.amount <> refunds.amount or payouts.status = 'cancelled'
        or (payouts.status = 'done') <> (refunds.status = 'succeeded')
      else payouts.id is not null or refunds.status <> 'succeeded' end`,
  "the day's sales are not the sum of its orders": sql`
    select to_char(day, 'YYYY-MM-DD') as id from (
      select (created_at at time zone time_zone)::date as day, 1 as orders, total_price as total, refunded_amount as refunded
      from orders where deleted_at is null
      union all select day, -orders, -total, -refunded from sales_by_day) difference
    group by day having (sum(orders), sum(total), sum(refunded)) <> (0, 0, 0)`,
  "the order's returns have more units than were ordered": sql`
    select order_lines.id from return_lines
    join returns on returns.id = return_id and returns.status <> 'declined'
    join order_lines on order_lines.id = order_line_id
    group by order_lines.id having sum(return_lines.quantity) > order_lines.quantity`,
  "the units of refunded returns are neither back in stock nor written off": sql`
    select order_lines.id from return_lines
    join returns on returns.id = return_id and returns.status = 'refunded'
    join order_lines on order_lines.id = order_line_id
    group by order_lines.id
    having sum(return_lines.quantity) > returned_quantity + written_off_quantity or sum(restocked) > returned_quantity`,
  "the return is paid back by a refund of another order": sql`
    select returns.id from returns join refunds on refunds.id = refund_id where refunds.order_id <> returns.order_id`,
  "the money owed for a payment could not be refunded": sql`
    select refunds.id from refunds
    join payment_incidents on payment_incidents.payment_intent_id = refunds.payment_intent_id
      and payment_incidents.kind = 'refund-failed' and payment_incidents.resolved_at is null
    where refunds.status = 'failed'`,
}

export async function checkInvariants(shop: Queryable): Promise<string[]> {
  const violations: string[] = []
  for (const [invariant, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(shop.db)
    violations.push(...rows.map(({ id }) => `${id}: ${invariant}`))
  }
  return violations
}
