import type { Staff } from "~/domain/accounts/actor"
import type { LineItem } from "~/domain/catalog/line-item"
import { MAX_STOCK } from "~/domain/inventory/stock"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { StockLedgerTable } from "~db/schema"
import { emitSoldOut } from "./out-of-stock.server"

interface StockMovementInput {
  product: string
  /** Units that come (positive) or go (negative). */
  change: number
  reason: StockLedgerTable["reason"]
  checkoutId?: string
  orderId?: string
  actorId?: string
  note?: string
}

/**
 * Writes moves into the stock ledger, all or none, inside the caller's transaction. The products are locked in the
 * order of their ids first, so that no two callers wait for each other.
 * @throws ShopError `conflict` naming the product when its stock would fall below nothing
 */
export async function recordStockMovements(tx: Tx, movements: readonly StockMovementInput[]): Promise<void> {
  await recordLocked(tx, await lockProducts(tx, movements), movements)
}

async function recordLocked(tx: Tx, products: Map<string, LockedProduct>, movements: readonly StockMovementInput[]) {
  const left = new Map([...products].map(([id, row]) => [id, row.stock]))
  for (const { product, change } of movements) {
    const row = products.get(product)
    if (!row) throw notFound("Product not found")
    const units = (left.get(product) ?? 0) + change
    if (units < 0) throw insufficientStock(row)
    left.set(product, units)
  }
  await insertMovements(tx, movements)
  const emptied = movements.flatMap(({ product, reason, change }) => {
    return change < 0 && reason !== "hold" && left.get(product) === 0 ? [product] : []
  })
  if (emptied.length > 0) await emitSoldOut(tx, emptied)
}

/**
 * Takes a checkout's units off the stock.
 * @throws ShopError `conflict` naming the first product that is no longer sold or has too few units
 */
export async function holdStock(tx: Tx, sale: { checkoutId: string; lines: readonly LineItem[] }): Promise<void> {
  const movements = sale.lines.map(({ variantId, quantity }): StockMovementInput => {
    return { product: variantId, change: -quantity, reason: "hold", checkoutId: sale.checkoutId }
  })
  const products = await lockProducts(tx, movements)
  for (const { product } of movements) {
    const row = products.get(product)
    if (!row || row.deleted_at !== null) throw conflict(`${row?.name ?? "A product"} is no longer sold`)
  }
  await recordLocked(tx, products, movements)
}

interface StockReturn {
  checkoutId?: string
  orderId?: string
  lines: readonly LineItem[]
  /** `release`: a hold that came to nothing; `restock`: goods that came back. */
  reason: "release" | "restock"
  actorId?: string
  note?: string
}

/** Puts units back, also those of a product that is no longer sold. */
export async function returnStock(tx: Tx, { lines, ...origin }: StockReturn): Promise<void> {
  await recordStockMovements(
    tx,
    lines.map(({ variantId, quantity }) => ({ ...origin, product: variantId, change: quantity })),
  )
}

interface StockCorrection {
  /** What the administrator says the stock is. */
  stock: number
  /** The stock that the administrator saw: then only the difference is applied. Absent: `stock` is what it becomes. */
  expectedStock?: number
  note?: string
}

/**
 * Corrects the stock of a product that the caller has locked, through the ledger, and returns what it is now.
 * @throws ShopError `conflict` when more units are gone than the correction leaves
 */
export async function correctStock(
  tx: Tx,
  admin: Staff<"stock.correct">,
  row: LockedProduct,
  { stock, expectedStock, note }: StockCorrection,
): Promise<number> {
  const change = stock - (expectedStock ?? row.stock)
  if (change === 0) return row.stock
  if (row.stock + change > MAX_STOCK) throw conflict(`Stock can be at most ${MAX_STOCK}`, "stock")
  const movement = { product: row.id, change, reason: "correction" as const, actorId: admin.id, note }
  await recordLocked(tx, new Map([[row.id, row]]), [movement])
  return row.stock + change
}

export interface LockedProduct {
  id: string
  name: string
  stock: number
  deleted_at: Date | null
}

async function lockProducts(tx: Tx, moves: readonly { product: string }[]): Promise<Map<string, LockedProduct>> {
  const ids = [...new Set(moves.map((move) => move.product))]
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom("products")
    .select(["id", "name", "stock", "deleted_at"])
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Writes movements of products that the caller has locked, or has just inserted. */
export async function insertMovements(
  tx: Tx,
  movements: readonly StockMovementInput[],
  createdAt = tx.now(),
): Promise<void> {
  const rows = movements
    .filter((move) => move.change !== 0)
    .map((move) => ({
      product_id: move.product,
      change: move.change,
      reason: move.reason,
      checkout_id: move.checkoutId ?? null,
      order_id: move.orderId ?? null,
      actor_id: move.actorId ?? null,
      note: move.note ?? "",
      created_at: createdAt,
    }))
  if (rows.length > 0) await tx.db.insertInto("stock_ledger").values(rows).execute()
}

export function insufficientStock({ name, stock }: Pick<LockedProduct, "name" | "stock">) {
  if (stock < 1) return conflict(`${name} is out of stock`)
  return conflict(stock === 1 ? `Only 1 of ${name} is left` : `Only ${stock} of ${name} are left`)
}
