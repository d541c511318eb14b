import { afterAll, beforeAll, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { viewCart } from "~/domain/cart/view-cart.server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { deliverDueMails } from "~/domain/mail/deliver.server"
import { AdminOrderFilter } from "~/domain/orders/order-filter"
import { listOrders } from "~/domain/orders/order-list.server"
import type { Shop } from "~/domain/shop"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { openDatabase, openPool } from "~db/database.server"
import { BASELINE, migrate, migrationNames } from "~db/migrate.server"
import { schemaText, withoutBrackets } from "~db/testing/schema-text"
import { openOldDatabase } from "~db/testing/test-old-database"

/** Migrations that the baseline replaces, as recorded in the oldest databases */
const FOLDED = ["0001_shop", "0053_variants", "0098_facts_and_letters_of_search"]

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop?.close())

/** Opens a database of the oldest release that can be upgraded, which ran each migration separately. */
async function openOldestDatabase() {
  const old = await openOldDatabase(BASELINE)
  await old.client.query("insert into kysely_migration select name, now()::text from unnest($1::text[]) name", [FOLDED])
  return old
}

const [ADA, TRAY, PAID, LOST, ORDER, HELD] = ["a", "b", "c", "d", "e", "f"].map((digit) => digit.repeat(24))
const ADDRESS = `'{"address":"1 Way","city":"Ulm","state":"","country":"DE","pinCode":"1","phoneNo":"+4930"}'`
const TAXES = `'[{"name":"GST","rate":50000,"amount":120}]'`

/** A sale that was partly refunded, and a payment that arrived when the tray was sold out */
const STORY = `
  insert into users (id, name, email, password_hash) values ('${ADA}', 'Ada', 'ada@earlier.test', '-');
  insert into sessions (id, token_hash, user_id) values ('${ADA}', 'hash', '${ADA}');
  insert into products (id, name, category, price) values ('${TRAY}', 'Oak tray', 'Kitchen', 1200);
  insert into product_descriptions (product_id, description) values ('${TRAY}', 'For tea.');
  insert into stock_ledger (variant_id, change, reason) values ('${TRAY}', 7, 'opening');
  insert into checkouts (id, user_id, status, shipping_info, currency, item_price, tax_price, shipping_price, total_price,
      hold_expires_at, closed_at)
    values ('${PAID}', '${ADA}', 'completed', ${ADDRESS}, 'USD', 2400, 120, 0, 2520, now(), now()),
      ('${LOST}', '${ADA}', 'refunded', ${ADDRESS}, 'USD', 1200, 60, 0, 1260, now(), now());
  insert into checkout_lines (checkout_id, position, product_id, variant_id, name, price, quantity, taxes)
    values ('${PAID}', 0, '${TRAY}', '${TRAY}', 'Oak tray', 1200, 2, ${TAXES}),
      ('${LOST}', 0, '${TRAY}', '${TRAY}', 'Oak tray', 1200, 1, '[{"name":"GST","rate":50000,"amount":60}]');
  insert into stock_ledger (variant_id, change, reason, checkout_id) values ('${TRAY}', -2, 'hold', '${PAID}');
  insert into payments (id, user_id, checkout_id, kind, amount, status, gateway_id, intent_id, closed_at)
    values ('${PAID}', '${ADA}', '${PAID}', 'intent', 2520, 'succeeded', 'pi_paid', 'pi_paid', now()),
      ('${LOST}', '${ADA}', '${LOST}', 'intent', 1260, 'succeeded', 'pi_lost', 'pi_lost', now());
  insert into orders (id, user_id, user_name, user_email, checkout_id, payment_intent_id, payment_status, shipping_info,
      currency, item_price, tax_price, shipping_price, total_price)
    values ('${ORDER}', '${ADA}', 'Ada', 'ada@earlier.test', '${PAID}', 'pi_paid', 'succeeded', ${ADDRESS},
      'USD', 2400, 120, 0, 2520);
  insert into order_lines (id, order_id, position, product_id, variant_id, name, price, quantity, returned_quantity, taxes)
    values ('${ORDER}', '${ORDER}', 0, '${TRAY}', '${TRAY}', 'Oak tray', 1200, 2, 1, ${TAXES});
  insert into refunds (id, order_id, payment_intent_id, amount, reason)
    values ('${PAID}', '${ORDER}', 'pi_paid', 1260, 'One was broken');
  insert into stock_ledger (variant_id, change, reason, order_id) values ('${TRAY}', 1, 'restock', '${ORDER}');
  insert into refunds (id, payment_id, payment_intent_id, amount, rejection, sold_out, status, settled_at)
    values ('${LOST}', '${LOST}', 'pi_lost', 1260, 'out-of-stock', '{Oak tray}', 'succeeded', now());
  insert into reviews (id, product_id, user_id, name, rating_halves, comment)
    values ('${ADA}', '${TRAY}', '${ADA}', 'Ada', 9, 'Good');
  insert into mails (id, kind, recipient, subject, text_body, html_body)
    values ('${ADA}', 'welcome', 'ada@earlier.test', 'Welcome', 'Hello', '<p>Hello</p>');
  insert into checkouts (id, user_id, status, shipping_info, currency, item_price, tax_price, shipping_price, total_price,
      hold_expires_at)
    values ('${HELD}', '${ADA}', 'held', ${ADDRESS}, 'USD', 1200, 60, 0, 1260, now() + interval '15 minutes');
  insert into checkout_lines (checkout_id, position, product_id, variant_id, name, price, quantity, taxes)
    values ('${HELD}', 0, '${TRAY}', '${TRAY}', 'Oak tray', 1200, 1, '[{"name":"GST","rate":50000,"amount":60}]');
  insert into stock_ledger (variant_id, change, reason, checkout_id) values ('${TRAY}', -1, 'hold', '${HELD}');
  insert into saved_cart_lines (user_id, variant_id, quantity) values ('${ADA}', '${TRAY}', 3);
  insert into audit_log (actor_id, actor_name, action, subject_kind, subject_id)
    values ('${ADA}', 'Ada', 'product.create', 'product', '${TRAY}')`

test("a shop of the oldest release that can be upgraded continues: its records agree, and nothing is lost", async () => {
  const old = await openOldestDatabase()
  await old.client.query(STORY)
  const tables = [
    "users",
    "sessions",
    "products",
    "orders",
    "order_lines",
    "payments",
    "refunds",
    "reviews",
    "audit_log",
  ]
  const counts = async () => {
    const asked = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
    return (await old.client.query(`select ${asked.join(", ")}`)).rows[0]
  }
  const before = await counts()
  await migrate(old.url)
  expect(
    (await old.client.query("select name from kysely_migration order by name")).rows.map((row) => row.name),
  ).toEqual([...FOLDED, ...migrationNames()])
  expect(await counts()).toEqual(before)
  const schemaOf = async (database: Parameters<typeof schemaText>[0]) =>
    withoutBrackets(await schemaText(database, { withBodies: true }))
  expect(await schemaOf(old.client)).toBe(await schemaOf(testShop.pool))
  const pool = openPool({ url: old.url, max: 4 })
  const shop: Shop = { ...testShop.shop, db: openDatabase(pool) }
  try {
    expect(await checkInvariants(shop)).toEqual([])
    const { orders } = await listOrders(shop, {} as Staff, AdminOrderFilter.parse({ search: "Oak tray" }))
    expect(orders).toMatchObject([{ id: ORDER, number: 1001, total: 2520, paymentStatus: "succeeded", quantity: 2 }])
    await deliverDueMails(shop)
    const { rows } = await old.client.query(`select stock, rejection, sent_at is not null as sent,
      orders.refunded_amount from products, refunds, mails, orders where refunds.id = '${LOST}'`)
    expect(rows).toEqual([{ stock: 5, rejection: "out-of-stock", sent: true, refunded_amount: 1260 }])
    const cart = [{ variantId: TRAY ?? "", quantity: 3 }]
    expect(await readSavedCart(shop, ADA ?? "")).toEqual(cart)
    const { lines } = await viewCart(shop, { user: { id: ADA } as Member, cart })
    expect(lines).toMatchObject([{ name: "Oak tray", price: 1200, available: 6, unavailability: null }])
    await old.client.query(`update variants set price = 1150, compare_at_price = 1200`)
    expect((await old.client.query("select prior_price from products")).rows).toEqual([{ prior_price: 1200 }])
    await expect(old.client.query("update audit_log set after = '{}'")).rejects.toThrow("append-only")
  } finally {
    await shop.db.destroy()
    await old.close()
  }
})

test("an older shop is not changed, and its start names the commit to upgrade it with first", async () => {
  const old = await openOldestDatabase()
  await old.client.query("delete from kysely_migration where name = $1", [BASELINE])
  const migrated = () => old.client.query("select name from kysely_migration order by name")
  const { rows: before } = await migrated()
  await expect(migrate(old.url)).rejects.toThrow(/older than this release can upgrade.*commit ac35d386.*upgrading\.md/)
  expect((await migrated()).rows).toEqual(before)
  await old.close()
})
