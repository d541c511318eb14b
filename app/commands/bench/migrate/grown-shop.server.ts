import type pg from "pg"
import { BASELINE } from "~db/migrate.server"

/** The oldest schema that can be upgraded */
export const EARLIER_SCHEMA = BASELINE

export async function growShop(database: pg.Pool, products: number): Promise<void> {
  for (const table of TABLES) await database.query(`alter table ${table} disable trigger user`)
  for (const statement of fill(products, Math.ceil(products / 2))) await database.query(statement)
  for (const table of TABLES) await database.query(`alter table ${table} enable trigger user`)
  await database.query("analyze")
}

export const ROW_ID = "lpad(to_hex(number), 24, '0')"

const TABLES = "products variants product_descriptions stock_ledger users checkouts orders order_lines".split(" ")

const ADDRESS = `'{"address": "1 Main Street", "city": "Springfield", "country": "US", "pinCode": "62701"}'::jsonb`

const TAXES = `'[{"name": "GST", "rate": 100000, "amount": 100}]'::jsonb`

const fill = (products: number, orders: number) => [
  `insert into products (id, name, category, price, highest_price, stock, words)
   select ${ROW_ID}, 'Walnut tray ' || number, 'Kitchen', 1000 + number % 5000, 1000 + number % 5000, 1000,
     to_tsvector('simple', 'walnut tray ' || number)
   from generate_series(1, ${products}) number`,
  `insert into variants (id, product_id, price, stock) select id, id, price, stock from products`,
  `insert into product_descriptions (product_id, description)
   select ${ROW_ID}, 'A tray of walnut, number ' || number from generate_series(1, ${products}) number`,
  `insert into stock_ledger (variant_id, change, reason)
   select ${ROW_ID}, 1000, 'opening' from generate_series(1, ${products}) number`,
  `insert into users (id, name, email, password_hash)
   select ${ROW_ID}, 'Buyer ' || number, number || '@buyers.test', '-'
   from generate_series(1, ${Math.ceil(products / 10)}) number`,
  `insert into checkouts (id, user_id, status, currency, shipping_info, item_price, tax_price, shipping_price,
     total_price, hold_expires_at, closed_at)
   select ${ROW_ID}, lpad(to_hex(1 + number % ${Math.ceil(products / 10)}), 24, '0'), 'completed', 'USD', ${ADDRESS},
     1000, 100, 2500, 3600, now(), now()
   from generate_series(1, ${orders}) number`,
  `insert into checkout_lines (checkout_id, position, product_id, variant_id, name, price, quantity, taxes)
   select ${ROW_ID}, 0, ${ROW_ID}, ${ROW_ID}, 'Walnut tray', 1000, 1, ${TAXES} from generate_series(1, ${orders}) number`,
  `insert into orders (id, user_id, user_name, user_email, checkout_id, payment_intent_id, payment_status, status,
     currency, shipping_info, item_price, tax_price, shipping_price, total_price)
   select ${ROW_ID}, lpad(to_hex(1 + number % ${Math.ceil(products / 10)}), 24, '0'), 'Buyer', 'buyer@buyers.test',
     ${ROW_ID}, 'pi_' || number, 'succeeded', 'Processing', 'USD', ${ADDRESS}, 1000, 100, 2500, 3600
   from generate_series(1, ${orders}) number`,
  `insert into order_lines (id, order_id, position, product_id, variant_id, name, price, quantity, taxes)
   select ${ROW_ID}, ${ROW_ID}, 0, ${ROW_ID}, ${ROW_ID}, 'Walnut tray', 1000, 1, ${TAXES} from generate_series(1, ${orders}) number`,
]
