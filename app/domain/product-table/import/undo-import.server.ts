import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { batchAudit } from "~/domain/audit/audit-log.server"
import { deleteUnsoldProducts, isSold } from "~/domain/catalog/purge-products.server"
import { isSoldVariant } from "~/domain/catalog/variants/restore-versions.server"
import { emit } from "~/domain/events/emit.server"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { updateSummary } from "../findings/save-findings.server"
import type { UndoCounts } from "./product-import"
import { assertRestorable, isOfNewProduct, restoreProducts } from "./restore-products.server"

const SOLD = "This product is in an order or a checkout, so it stays"

/** Products deleted in one transaction, which locks their variants */
const PRODUCTS_AT_ONCE = 20

/** @throws ShopError `conflict` if products were changed since, or something of the import was sold */
export async function startUndo(shop: Shop, _staff: ProductEditor, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const found = await tx.db
      .selectFrom("product_imports")
      .select("status")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound("There is no such import")
    if (found.status === "undoing" || found.status === "undone") return
    if (found.status !== "done") throw conflict("Only a finished import can be taken back")
    await assertRestorable(tx, id)
    await assertUnsold(tx, id)
    await tx.db.updateTable("product_imports").set({ status: "undoing" }).where("id", "=", id).execute()
    await addJob(tx, "import-products", { id })
  })
}

async function assertUnsold(tx: Tx, importId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    with written as materialized (
      select product_id, jsonb_agg(fields->'versions'->'added') as added, ${isOfNewProduct} as is_new
      from product_import_rows where import_id = ${importId} and outcome = 'created' group by product_line, product_id)
    (select products.name from products join written on written.product_id = id and is_new where ${isSold} limit 1)
    union all
    (select ${lineTitleSql} from written
      cross join jsonb_path_query(added, '$[*][*]') version (id)
      join variants on variants.id = version.id #>> '{}' join products on products.id = variants.product_id
      where not is_new and ${isSoldVariant} limit 1)`.execute(tx.db)
  const [sold] = rows
  if (sold) throw conflict(`${sold.name} is in an order or a checkout, so this import cannot be taken back`)
}

/** Returns what taking back an import would do. */
export async function countUndo({ db }: Queryable, _staff: ProductEditor, importId: string): Promise<UndoCounts> {
  const { rows } = await sql<UndoCounts>`
    select count(*) filter (where is_new) as deleted, count(*) filter (where not is_new) as restored,
      coalesce(sum(added) filter (where not is_new), 0)::integer as removed,
      coalesce(sum(restocked) filter (where not is_new), 0)::integer as restocked
    from (
      select ${isOfNewProduct} as is_new, count(*) filter (where outcome = 'created') as added,
        count(*) filter (where outcome = 'updated' and before ?| '{stock,uncounted}') as restocked
      from product_import_rows where import_id = ${importId} and outcome in ('created', 'updated')
      group by product_line) products`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error("an aggregate without groups has one row")
  return counts
}

/**
 * Deletes new products in batches, and changes others back one by one, each with the outcome of its rows, so that it
 * continues after an interruption.
 */
export async function undoRows(
  shop: Shop,
  { id, file_name }: { id: string; file_name: string },
  author: () => ProductEditor,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const ids = await findCreated(shop, id)
    if (ids.length === 0) break
    await shop.transaction((tx) => deleteProducts(tx, id, ids, author()))
  }
  await restoreProducts(shop, { importId: id, note: `Import of ${file_name} taken back` }, author, signal)
  await updateSummary(shop, id)
  await shop.db
    .updateTable("product_imports")
    .set({ status: "undone", finished_at: shop.now() })
    .where("id", "=", id)
    .where("status", "=", "undoing")
    .execute()
}

/** Products with only added versions are restored. */
async function findCreated({ db }: Queryable, importId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("product_import_rows")
    .select("product_id as id")
    .where("import_id", "=", importId)
    .where("outcome", "=", "created")
    .groupBy("product_id")
    .having(isOfNewProduct)
    .orderBy("product_id")
    .limit(PRODUCTS_AT_ONCE)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

async function deleteProducts(tx: Tx, importId: string, ids: readonly string[], staff: ProductEditor): Promise<void> {
  const deleted = await deleteUnsoldProducts(tx, ids)
  const audited = batchAudit(tx)
  for (const { id, name } of deleted) {
    await emit(audited.tx, "product.deleted", { actor: staff, id, before: { name } })
  }
  await audited.write()
  await sql`
    update product_import_rows set outcome = rest.outcome, message = rest.message,
      product_id = case rest.outcome when 'kept' then product_import_rows.product_id end
    from (
      select wanted.id, case when products.id is null then 'undone' else 'kept' end as outcome,
        case when products.id is null then '' else ${SOLD} end as message
      from unnest(${ids}::text[]) wanted (id) left join products on products.id = wanted.id) rest
    where import_id = ${importId} and product_import_rows.outcome = 'created' and product_id = rest.id`.execute(tx.db)
}
