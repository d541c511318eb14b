import type { Staff } from "~/domain/accounts/actor"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"

export interface StockMovement {
  id: number
  at: Date
  /** The title of the variant */
  title: string
  change: number
  /** Of the variant, after the movement. */
  stock: number
  reason: Tables["stock_ledger"]["reason"]
  note: string
  actor: string | null
  orderId: string | null
  orderNumber: number | null
}

const STOCK_MOVEMENTS_PER_PAGE = 10

interface StockLedger {
  /** The product's */
  name: string
  /** Also those that ended; one without options */
  variants: { id: string; title: string; isSold: boolean }[]
  lines: StockMovement[]
  count: number
}

/** `variant` limits the movements to those of one. */
export async function readStockLedger(
  shop: Shop,
  _staff: Staff<"products.see">,
  productId: string,
  { page, variant }: { page: number; variant: string },
): Promise<StockLedger> {
  const all = shop.db
    .selectFrom("stock_ledger")
    .innerJoin("variants", "variants.id", "stock_ledger.variant_id")
    .where("product_id", "=", productId)
  const ledger = variant === "" ? all : all.where("variants.id", "=", variant)
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
  const [product, variants, rows, { count }] = await Promise.all([
    findName(shop, productId),
    listVariants(shop, productId),
    shop.db
      .selectFrom(summed.as("summed"))
      .selectAll()
      .select((row) =>
        row.selectFrom("orders").select("number").whereRef("orders.id", "=", "order_id").as("orderNumber"),
      )
      .orderBy("id", "desc")
      .limit(STOCK_MOVEMENTS_PER_PAGE)
      .offset((page - 1) * STOCK_MOVEMENTS_PER_PAGE)
      .execute(),
    ledger.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  const lines = rows.map(({ created_at, name, order_id, ...row }): StockMovement => {
    return { ...row, at: created_at, actor: name, orderId: order_id }
  })
  return { name: product.name, variants, lines, count }
}

function findName({ db }: Shop, productId: string): Promise<{ name: string }> {
  return db
    .selectFrom("products")
    .select("name")
    .where("id", "=", productId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => notFound("Product not found"))
}

function listVariants({ db }: Shop, productId: string): Promise<StockLedger["variants"]> {
  return db
    .selectFrom("variants")
    .select((row) => ["id", "title", row("removed_at", "is", null).$castTo<boolean>().as("isSold")])
    .where("product_id", "=", productId)
    .orderBy((row) => row("removed_at", "is not", null))
    .orderBy("position")
    .orderBy("id")
    .execute()
}
