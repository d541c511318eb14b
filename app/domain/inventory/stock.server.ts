import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { LineItem } from "~/domain/catalog/line-item"
import { MAX_STOCK } from "~/domain/inventory/stock"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import type { StockLedgerTable } from "~db/schema"
import { emitSoldOut } from "./out-of-stock.server"

interface StockMovementInput {
  product: string
  /** Negative for units that leave. */
  change: number
  reason: StockLedgerTable["reason"]
  checkoutId?: string
  orderId?: string
  actorId?: string
  note?: string
}

/** Locks products in the order of their ids, against deadlocks; throws `conflict` if too few units are left. */
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

/** Throws `conflict` with the name of the first product that is unsold or short. */
export async function holdStock(tx: Tx, sale: { checkoutId: string; lines: readonly LineItem[] }): Promise<void> {
  const products = await takeUnits(tx, sale)
  for (const { variantId } of sale.lines) {
    const row = products.get(variantId)
    if (!row || row.deleted_at !== null) throw conflict(`${row?.name ?? "A product"} is no longer sold`)
  }
  for (const { variantId, quantity } of sale.lines) {
    const row = products.get(variantId)
    if (row && row.stock < quantity) throw insufficientStock(row)
  }
}

/** Takes all units or none in one statement, because others wait for the products from here to the commit. */
async function takeUnits(
  tx: Tx,
  { checkoutId, lines }: { checkoutId: string; lines: readonly LineItem[] },
): Promise<Map<string, LockedProduct>> {
  const ids = lines.map(({ variantId }) => variantId)
  const quantities = lines.map(({ quantity }) => quantity)
  const { rows } = await sql<LockedProduct>`
    with wanted as (select * from unnest(${ids}::text[], ${quantities}::integer[]) as wanted (product, quantity)),
      locked as (
        select id, name, stock, deleted_at from products where id = any(${ids}) order by id for no key update),
      held as (
        insert into stock_ledger (product_id, change, reason, checkout_id, note, created_at)
        select product, -quantity, 'hold', ${checkoutId}, '', ${tx.now()} from wanted
        where not exists (
          select from wanted left join locked on locked.id = wanted.product
          where locked.id is null or deleted_at is not null or stock < quantity))
    select * from locked`.execute(tx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

interface StockReturn {
  checkoutId?: string
  orderId?: string
  lines: readonly LineItem[]
  /** `release`: an unpaid hold; `restock`: returned goods. */
  reason: "release" | "restock"
  actorId?: string
  note?: string
}

export async function returnStock(tx: Tx, { lines, ...origin }: StockReturn): Promise<void> {
  await recordStockMovements(
    tx,
    lines.map(({ variantId, quantity }) => ({ ...origin, product: variantId, change: quantity })),
  )
}

interface StockCorrection {
  stock: number
  /** The stock that the form showed: only the difference is applied; without it, `stock` is absolute. */
  expectedStock?: number
  note?: string
}

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

/** The caller has locked or just inserted the products. */
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
