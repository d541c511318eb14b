import type { StockLedgerTable } from "~db/schema"
import type { Admin } from "../accounts/user"
import type { Books } from "../shop"
import { conflict, notFound } from "../shop-error"
import { LARGEST_STOCK } from "./product"

export interface StockMove {
  product: string
  /** Units that come (positive) or go (negative). */
  change: number
  reason: StockLedgerTable["reason"]
  checkoutId?: string
  orderId?: string
  actorId?: string
  note?: string
}

export interface StockLine {
  product: string
  quantity: number
}

/**
 * Writes moves into the stock ledger, all or none, inside the caller's transaction. The products are locked in the
 * order of their ids first, so that no two callers wait for each other.
 * @throws ShopError `conflict` naming the product when its stock would fall below nothing
 */
export async function moveStock(books: Books, moves: readonly StockMove[]): Promise<void> {
  await moveLocked(books, await lockProducts(books, moves), moves)
}

async function moveLocked(books: Books, products: Map<string, LockedProduct>, moves: readonly StockMove[]) {
  const left = new Map([...products].map(([id, row]) => [id, row.stock]))
  for (const { product, change } of moves) {
    const row = products.get(product)
    if (!row) throw notFound("Product not found")
    const units = (left.get(product) ?? 0) + change
    if (units < 0) throw shortage(row)
    left.set(product, units)
  }
  await writeLedger(books, moves)
}

/**
 * Takes a checkout's units off the stock.
 * @throws ShopError `conflict` naming the first product that is no longer sold or has too few units
 */
export async function takeStock(
  books: Books,
  sale: { checkoutId: string; lines: readonly StockLine[] },
): Promise<void> {
  const moves = sale.lines.map(({ product, quantity }): StockMove => {
    return { product, change: -quantity, reason: "hold", checkoutId: sale.checkoutId }
  })
  const products = await lockProducts(books, moves)
  for (const { product } of moves) {
    const row = products.get(product)
    if (!row || row.deleted_at !== null) throw conflict(`${row?.name ?? "A product"} is no longer sold`)
  }
  await moveLocked(books, products, moves)
}

export interface StockReturn {
  checkoutId?: string
  orderId?: string
  lines: readonly StockLine[]
  /** `release`: a hold that came to nothing; `restock`: goods that came back. */
  reason: "release" | "restock"
  actorId?: string
  note?: string
}

/** Puts units back, also those of a product that is no longer sold. */
export async function returnStock(books: Books, { lines, ...origin }: StockReturn): Promise<void> {
  await moveStock(
    books,
    lines.map(({ product, quantity }) => ({ ...origin, product, change: quantity })),
  )
}

export interface StockCorrection {
  product: string
  /** What the administrator says the stock is. */
  stock: number
  /** The stock that the administrator saw: then only the difference is applied. Absent: `stock` is what it becomes. */
  seen?: number
  note?: string
}

/**
 * Corrects a stock through the ledger and answers what it is now.
 * @throws ShopError `conflict` when more units are gone than the correction leaves
 */
export async function correctStock(books: Books, admin: Admin, correction: StockCorrection): Promise<number> {
  const { product, stock, seen, note } = correction
  const row = (await lockProducts(books, [{ product }])).get(product)
  if (!row) throw notFound("Product not found")
  const change = stock - (seen ?? row.stock)
  if (change === 0) return row.stock
  if (row.stock + change > LARGEST_STOCK) throw conflict(`Stock can be at most ${LARGEST_STOCK}`, "stock")
  await moveStock(books, [{ product, change, reason: "correction", actorId: admin.id, note }])
  return row.stock + change
}

interface LockedProduct {
  id: string
  name: string
  stock: number
  deleted_at: Date | null
}

async function lockProducts(books: Books, moves: readonly { product: string }[]): Promise<Map<string, LockedProduct>> {
  const ids = [...new Set(moves.map((move) => move.product))]
  if (ids.length === 0) return new Map()
  const rows = await books.db
    .selectFrom("products")
    .select(["id", "name", "stock", "deleted_at"])
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function writeLedger(books: Books, moves: readonly StockMove[]): Promise<void> {
  const rows = moves
    .filter((move) => move.change !== 0)
    .map((move) => ({
      product_id: move.product,
      change: move.change,
      reason: move.reason,
      checkout_id: move.checkoutId ?? null,
      order_id: move.orderId ?? null,
      actor_id: move.actorId ?? null,
      note: move.note ?? "",
      created_at: books.now(),
    }))
  if (rows.length > 0) await books.db.insertInto("stock_ledger").values(rows).execute()
}

function shortage({ name, stock }: LockedProduct) {
  if (stock < 1) return conflict(`${name} is out of stock`)
  return conflict(stock === 1 ? `Only 1 of ${name} is left` : `Only ${stock} of ${name} are left`)
}
