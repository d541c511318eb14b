import type { Staff } from "~/domain/accounts/actor"
import type { Shop } from "~/domain/shop"
import type { StockLedgerTable } from "~db/schema"

export interface StockMovement {
  id: number
  at: Date
  /** The title of the variant */
  title: string
  change: number
  /** Of the variant, after the movement. */
  stock: number
  reason: StockLedgerTable["reason"]
  note: string
  actor: string | null
  orderId: string | null
}

const STOCK_MOVEMENTS_PER_PAGE = 10

export async function listStockMovements(
  shop: Shop,
  _staff: Staff<"products.see">,
  productId: string,
  page: number,
): Promise<{ lines: StockMovement[]; count: number }> {
  const ledger = shop.db
    .selectFrom("stock_ledger")
    .innerJoin("variants", "variants.id", "stock_ledger.variant_id")
    .where("product_id", "=", productId)
  const summed = ledger
    .leftJoin("users", "users.id", "stock_ledger.actor_id")
    .leftJoin("orders", "orders.checkout_id", "stock_ledger.checkout_id")
    .select(["stock_ledger.id", "stock_ledger.created_at", "change", "reason", "note", "users.name", "title"])
    .select((row) => [
      row.fn.coalesce("stock_ledger.order_id", "orders.id").as("order_id"),
      row.fn
        .sum<number>("change")
        .over((over) => over.partitionBy("variant_id").orderBy("stock_ledger.id"))
        .as("stock"),
    ])
  const [rows, { count }] = await Promise.all([
    shop.db
      .selectFrom(summed.as("summed"))
      .selectAll()
      .orderBy("id", "desc")
      .limit(STOCK_MOVEMENTS_PER_PAGE)
      .offset((page - 1) * STOCK_MOVEMENTS_PER_PAGE)
      .execute(),
    ledger.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  const lines = rows.map(({ created_at, name, order_id, ...row }): StockMovement => {
    return { ...row, at: created_at, actor: name, orderId: order_id }
  })
  return { lines, count }
}
