import { type SelectQueryBuilder, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { countRows, isWithinCount, pageOf, ROWS_PER_PAGE } from "~/domain/lists/paginate.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"

export interface StockMovement {
  id: number
  at: Date
  /** The title of the variant */
  title: string
  change: number
  /** The variant's stock after the movement; below zero if it was sold without counting */
  stock: number
  reason: Tables["stock_ledger"]["reason"]
  note: string
  actor: string | null
  orderId: string | null
  orderNumber: number | null
}

interface StockLedger {
  /** The product's movements */
  name: string
  /** Includes ended variants; one without options */
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
  const all = shop.db.selectFrom("variants").where("product_id", "=", productId)
  const moved = variant === "" ? all : all.where("variants.id", "=", variant)
  const [product, variants, lines, count] = await Promise.all([
    findName(shop, productId),
    listVariants(shop, productId),
    isWithinCount(page, ROWS_PER_PAGE) ? readMovements(shop, moved, page) : [],
    countRows(shop.db, moved.innerJoin("stock_ledger", "variant_id", "variants.id")),
  ])
  return { name: product.name, variants, lines, count }
}

type Variants = SelectQueryBuilder<Tables, "variants", object>

/** Counts back from today's stock, so that only the newest movements of each variant are read. */
function readMovements({ db }: Shop, variants: Variants, page: number): Promise<StockMovement[]> {
  const newest = variants
    .innerJoinLateral(
      (row) =>
        row
          .selectFrom("stock_ledger")
          .selectAll("stock_ledger")
          .whereRef("variant_id", "=", "variants.id")
          .orderBy("id", "desc")
          .limit(page * ROWS_PER_PAGE)
          .as("movement"),
      (join) => join.onTrue(),
    )
    .select(["movement.id", "movement.created_at", "change", "reason", "note", "title"])
    .select(["actor_id", "order_id", "checkout_id"])
    .select(
      sql<number>`coalesce(uncounted_units, stock) + change - sum(change) over (partition by variants.id order by movement.id desc)`.as(
        "stock",
      ),
    )
  const shown = pageOf(db.selectFrom(newest.as("newest")).selectAll().orderBy("id", "desc"), page)
  return db
    .selectFrom(shown.as("shown"))
    .leftJoin("users", "users.id", "actor_id")
    .leftJoin("orders", (join) =>
      join.on("orders.id", "=", (row) => {
        const ofCheckout = row.selectFrom("orders as sold").whereRef("sold.checkout_id", "=", "shown.checkout_id")
        return row.fn.coalesce("shown.order_id", ofCheckout.select("sold.id"))
      }),
    )
    .select(["shown.id", "shown.created_at as at", "title", "change", "shown.stock", "reason", "note"])
    .select(["users.name as actor", "orders.id as orderId", "orders.number as orderNumber"])
    .orderBy("shown.id", "desc")
    .execute()
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
