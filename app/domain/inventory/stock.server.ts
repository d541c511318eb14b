import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { LineItem } from "~/domain/catalog/line-item"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { type LockedVariant, lockingVariants } from "./lock-variants.server"
import { emitSoldOut } from "./out-of-stock.server"
import { MAX_STOCK } from "./stock"

interface StockMovementInput {
  variant: string
  /** Negative for units that leave. */
  change: number
  reason: "opening" | "correction"
  actorId?: string
  note?: string
}

type StockedVariant = Pick<LockedVariant, "id" | "name" | "stock">

/** The caller has locked or just inserted the variants. Throws `conflict` if there are too few units. */
export async function recordStockMovements(
  tx: Tx,
  variants: ReadonlyMap<string, StockedVariant>,
  movements: readonly StockMovementInput[],
): Promise<void> {
  const left = new Map([...variants].map(([id, row]) => [id, row.stock]))
  for (const { variant, change } of movements) {
    const row = variants.get(variant)
    if (!row) throw notFound("Product not found")
    const units = (left.get(variant) ?? 0) + change
    if (units < 0) throw insufficientStock(row)
    left.set(variant, units)
  }
  await insertMovements(tx, movements)
  const emptied = movements.flatMap(({ variant, change }) => (change < 0 && left.get(variant) === 0 ? [variant] : []))
  if (emptied.length > 0) await emitSoldOut(tx, emptied)
}

interface StockHold {
  checkoutId: string
  lines: readonly LineItem[]
}

interface StockSale {
  orderId: string
  lines: readonly LineItem[]
}

/** Throws `conflict` with the name of the first variant that is no longer sold or has too few units. */
export async function holdStock(tx: Tx, hold: StockHold): Promise<void> {
  assertTaken(await tryHoldStock(tx, hold))
}

/** Takes units for an order whose units had returned to stock. Throws as `holdStock`. */
export async function sellStock(tx: Tx, { orderId, lines }: StockSale): Promise<void> {
  assertTaken(await takeStock(tx, lines, { reason: "sale", checkoutId: null, orderId }))
}

function assertTaken(missing: readonly LockedVariant[]): void {
  const unsold = missing.find(({ isSold }) => !isSold)
  if (unsold) throw conflict(`${unsold.name} is no longer sold`)
  const [short] = missing
  if (short) throw insufficientStock(short)
}

/**
 * Takes all units or none in one statement, because others wait for the variants until the commit; returns the variants
 * that are no longer sold or have too few units.
 */
export async function tryHoldStock(tx: Tx, { checkoutId, lines }: StockHold): Promise<LockedVariant[]> {
  return takeStock(tx, lines, { reason: "hold", checkoutId, orderId: null })
}

interface TakenFor {
  reason: "hold" | "sale"
  checkoutId: string | null
  orderId: string | null
}

async function takeStock(
  tx: Tx,
  lines: readonly LineItem[],
  { reason, checkoutId, orderId }: TakenFor,
): Promise<LockedVariant[]> {
  const ids = lines.map(({ variantId }) => variantId)
  const quantities = lines.map(({ quantity }) => quantity)
  const { rows } = await sql<LockedVariant>`
    with ${lockingVariants(ids)},
      wanted as (select * from unnest(${ids}::text[], ${quantities}::integer[]) as wanted (variant, quantity)),
      held as (
        insert into stock_ledger (variant_id, change, reason, checkout_id, order_id, note, created_at)
        select variant, -quantity, ${reason}, ${checkoutId}, ${orderId}, '', ${tx.now()} from wanted
        where not exists (
          select from wanted left join locked on locked.id = wanted.variant
          where locked.id is null or not "isSold" or stock < quantity))
    select * from locked`.execute(tx.db)
  const variants = new Map(rows.map((row) => [row.id, row]))
  return lines.flatMap(({ variantId, quantity }) => {
    const variant = variants.get(variantId) ?? { id: variantId, name: "A product", stock: 0, isSold: false }
    return variant.isSold && variant.stock >= quantity ? [] : [variant]
  })
}

interface StockReturn {
  checkoutId?: string
  orderId?: string
  lines: readonly LineItem[]
  /** `release`: an unpaid hold; `restock`: returned goods. */
  reason: "release" | "restock"
  actorId?: string
}

/** Uses one statement like `tryHoldStock`; a purged variant has no stock to return to. */
export async function returnStock(tx: Tx, { lines, reason, ...origin }: StockReturn): Promise<void> {
  const ids = lines.map(({ variantId }) => variantId)
  const quantities = lines.map(({ quantity }) => quantity)
  const { checkoutId = null, orderId = null, actorId = null } = origin
  await sql`
    with ${lockingVariants(ids)},
      returned as (select * from unnest(${ids}::text[], ${quantities}::integer[]) as returned (variant, quantity))
    insert into stock_ledger (variant_id, change, reason, checkout_id, order_id, actor_id, created_at)
    select variant, quantity, ${reason}, ${checkoutId}, ${orderId}, ${actorId}, ${tx.now()}
    from returned join locked on locked.id = variant
    where quantity > 0`.execute(tx.db)
}

interface StockCorrection {
  stock: number
  /** The stock that the form showed: only the difference is applied; without it, `stock` is absolute. */
  stockSeen?: number
  note?: string
}

export async function correctStock(
  tx: Tx,
  admin: Staff<"stock.correct">,
  row: StockedVariant,
  { stock, stockSeen, note }: StockCorrection,
): Promise<number> {
  const change = stock - (stockSeen ?? row.stock)
  if (change === 0) return row.stock
  if (row.stock + change > MAX_STOCK) throw conflict(`Stock can be at most ${MAX_STOCK}`, "stock")
  const movement = { variant: row.id, change, reason: "correction" as const, actorId: admin.id, note }
  await recordStockMovements(tx, new Map([[row.id, row]]), [movement])
  return row.stock + change
}

/** The caller has locked or just inserted the variants. */
export async function insertMovements(
  tx: Tx,
  movements: readonly StockMovementInput[],
  createdAt = tx.now(),
): Promise<void> {
  const moved = movements.filter((move) => move.change !== 0)
  if (moved.length === 0) return
  const column = <T>(of: (move: StockMovementInput) => T) => moved.map(of)
  // One parameter for each column is faster than one for each value.
  await sql`
    insert into stock_ledger (variant_id, change, reason, actor_id, note, created_at)
    select variant_id, change, reason, actor_id, note, ${createdAt}
    from unnest(${column(({ variant }) => variant)}::text[], ${column(({ change }) => change)}::integer[],
      ${column(({ reason }) => reason)}::text[], ${column(({ actorId = null }) => actorId)}::text[],
      ${column(({ note = "" }) => note)}::text[]) with ordinality move (variant_id, change, reason, actor_id, note, place)
    order by place`.execute(tx.db)
}

export function insufficientStock({ name, stock }: Pick<StockedVariant, "name" | "stock">) {
  if (stock < 1) return conflict(`${name} is out of stock`)
  return conflict(stock === 1 ? `Only 1 of ${name} is left` : `Only ${stock} of ${name} are left`)
}
