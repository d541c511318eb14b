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
import { migrate, migrationNames } from "~db/migrate.server"
import { openOldDatabase } from "~db/testing/test-old-database"

/** The newest migration of 0.1.0. */
const RELEASED = "0007_growth"

let testShop: TestShop
let old: Awaited<ReturnType<typeof openOldDatabase>>
beforeAll(async () => {
  testShop = await openTestShop()
  old = await openOldDatabase(RELEASED)
})
afterAll(async () => {
  await old?.close()
  await testShop?.close()
})

const [ADA, TRAY, PAID, LOST, ORDER, HELD] = ["a", "b", "c", "d", "e", "f"].map((digit) => digit.repeat(24))
const ADDRESS = `'{"address":"1 Way","city":"Ulm","state":"","country":"DE","pinCode":"1","phoneNo":"+4930"}'`

/** A sale that was refunded in part, and a payment that came when the tray was sold out. */
const STORY = `
  insert into users (id, name, email, password_hash) values ('${ADA}', 'Ada', 'ada@earlier.test', '-');
  insert into sessions (id, token_hash, user_id) values ('${ADA}', 'hash', '${ADA}');
  insert into products (id, name, category, price) values ('${TRAY}', 'Oak tray', 'Kitchen', 1200);
  insert into product_descriptions (product_id, description) values ('${TRAY}', 'For tea.');
  insert into stock_ledger (product_id, change, reason) values ('${TRAY}', 7, 'opening');
  insert into checkouts (id, user_id, status, shipping_info, item_price, tax_price, shipping_price, total_price,
      hold_expires_at, closed_at)
    values ('${PAID}', '${ADA}', 'completed', ${ADDRESS}, 2400, 120, 0, 2520, now(), now()),
      ('${LOST}', '${ADA}', 'refunded', ${ADDRESS}, 1200, 60, 0, 1260, now(), now());
  insert into checkout_lines (checkout_id, position, product_id, name, price, quantity)
    values ('${PAID}', 0, '${TRAY}', 'Oak tray', 1200, 2), ('${LOST}', 0, '${TRAY}', 'Oak tray', 1200, 1);
  insert into stock_ledger (product_id, change, reason, checkout_id) values ('${TRAY}', -2, 'hold', '${PAID}');
  insert into payments (id, user_id, checkout_id, kind, amount, status, gateway_id, intent_id, closed_at)
    values ('${PAID}', '${ADA}', '${PAID}', 'intent', 2520, 'succeeded', 'pi_paid', 'pi_paid', now()),
      ('${LOST}', '${ADA}', '${LOST}', 'intent', 1260, 'succeeded', 'pi_lost', 'pi_lost', now());
  insert into orders (id, user_id, user_name, user_email, checkout_id, payment_intent_id, payment_status, shipping_info,
      item_price, tax_price, shipping_price, total_price)
    values ('${ORDER}', '${ADA}', 'Ada', 'ada@earlier.test', '${PAID}', 'pi_paid', 'succeeded', ${ADDRESS},
      2400, 120, 0, 2520);
  insert into order_lines (id, order_id, position, product_id, name, price, quantity, returned_quantity)
    values ('${ORDER}', '${ORDER}', 0, '${TRAY}', 'Oak tray', 1200, 2, 1);
  insert into refunds (id, order_id, payment_intent_id, amount, reason)
    values ('${PAID}', '${ORDER}', 'pi_paid', 1260, 'One was broken');
  insert into stock_ledger (product_id, change, reason, order_id) values ('${TRAY}', 1, 'restock', '${ORDER}');
  insert into refunds (id, payment_id, payment_intent_id, amount, reason, status, settled_at)
    values ('${LOST}', '${LOST}', 'pi_lost', 1260, 'Oak tray sold out before the payment arrived', 'succeeded', now());
  insert into reviews (id, product_id, user_id, name, rating_halves, comment)
    values ('${ADA}', '${TRAY}', '${ADA}', 'Ada', 9, 'Good');
  insert into mails (id, kind, recipient, subject, text_body, html_body)
    values ('${ADA}', 'welcome', 'ada@earlier.test', 'Welcome', 'Hello', '<p>Hello</p>');
  insert into checkouts (id, user_id, status, shipping_info, item_price, tax_price, shipping_price, total_price,
      hold_expires_at)
    values ('${HELD}', '${ADA}', 'held', ${ADDRESS}, 1200, 60, 0, 1260, now() + interval '15 minutes');
  insert into checkout_lines (checkout_id, position, product_id, name, price, quantity)
    values ('${HELD}', 0, '${TRAY}', 'Oak tray', 1200, 1);
  insert into stock_ledger (product_id, change, reason, checkout_id) values ('${TRAY}', -1, 'hold', '${HELD}');
  insert into saved_cart_lines (user_id, product_id, quantity) values ('${ADA}', '${TRAY}', 3);
  insert into audit_log (actor_id, actor_name, action, subject_kind, subject_id)
    values ('${ADA}', 'Ada', 'product.create', 'product', '${TRAY}');
  insert into audit_log (at, actor_id, actor_name, action, subject_kind, subject_id, before, after)
    values (now() - interval '9 days', '${ADA}', 'Ada', 'product.update', 'product', '${TRAY}',
        '{"price":1100,"name":"Tray"}', '{"price":1200,"name":"Tray"}'),
      (now() - interval '9 days', '${ADA}', 'Ada', 'product.update', 'product', '${TRAY}',
        '{"price":1200,"name":"Tray"}', '{"price":1200,"name":"Oak tray"}'),
      (now() - interval '40 days', '${ADA}', 'Ada', 'product.update', 'product', '${TRAY}',
        '{"price":900}', '{"price":1100}')`

test("a shop of 0.1.0 goes on with this release: its books agree, and nothing is lost", async () => {
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
  ).toEqual(migrationNames())
  expect(await counts()).toEqual(before)
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
    expect((await old.client.query("select prior_price from products")).rows).toEqual([{ prior_price: 1100 }])
  } finally {
    await shop.db.destroy()
  }
})

test("what a later release has renamed keeps its rows, also settings and the log about them", async () => {
  const before = await openOldDatabase("0092_declined_charges")
  const { client } = before
  const facts = `'{"name":"Oak","paperYears":"7"}'`
  await client.query(`
    insert into users (id, name, email, password_hash) values ('${ADA}', 'Ada', 'ada@earlier.test', '-');
    insert into papers (id, kind, series, place, number, issued_at, kept_until, order_id, user_id, currency, total, contents)
      values ('${ORDER}', 'invoice', 'INV-', 4, 'INV-4', now(), '2036-12-31', '${ORDER}', '${ADA}', 'USD', 2520, '{}');
    insert into paper_series values ('INV-', 5);
    insert into paper_pause default values;
    insert into settings_versions (id, version, facts, author_id, author_name) values ('${ADA}', 1, ${facts}, '${ADA}', 'Ada');
    insert into audit_log (actor_id, actor_name, action, subject_kind, subject_id, before, after)
      values ('${ADA}', 'Ada', 'settings.update', 'settings', '${ADA}', '{"paperYears":""}', '{"paperYears":"7"}');
    insert into product_imports (id, file_name, author_id, status) values ('${ADA}', 'list.csv', '${ADA}', 'judged');
    insert into product_import_rows (import_id, line, product_line, name, outcome, fields)
      values ('${ADA}', 2, 2, 'Oak tray', 'create', '{"version":[["Size","M"]],"price":1200}');
    insert into product_import_pictures (import_id, product_id, position, line, address, versions)
      values ('${ADA}', '${TRAY}', 0, 2, 'https://pictures.test/1', '[[["Size","M"]]]')`)
  await migrate(before.url)
  const { rows } = await client.query(`
    select series, sequence_number, next, pause.one as paused, settings.facts as settings, log.before, log.after,
      imports.status, import_rows.fields, variants
    from billing_documents join billing_document_series using (series), billing_document_pause pause,
      settings_versions settings, audit_log log, product_imports imports, product_import_rows import_rows,
      product_import_pictures`)
  expect(rows).toEqual([
    {
      ...{ series: "INV-", sequence_number: 4, next: 5, paused: true, status: "checked", variants: [[["Size", "M"]]] },
      settings: { name: "Oak", invoiceYears: "7" },
      ...{ before: { invoiceYears: "" }, after: { invoiceYears: "7" } },
      fields: { price: 1200, selectedOptions: [["Size", "M"]] },
    },
  ])
  await expect(client.query("delete from billing_documents")).rejects.toThrow("are kept as they were issued")
  await expect(client.query("update settings_versions set facts = '{}'")).rejects.toThrow("append-only")
  await expect(client.query("update audit_log set after = '{}'")).rejects.toThrow("append-only")
  const names = await client.query(`
    select relname as name from pg_class union all select conname from pg_constraint union all
    select tgname from pg_trigger union all select proname from pg_proc union all
    select attname from pg_attribute where attrelid = 'billing_documents'::regclass`)
  expect(names.rows.map(({ name }) => name).filter((name) => /paper|hottest|^place$/.test(name))).toEqual([])
  await before.close()
})
