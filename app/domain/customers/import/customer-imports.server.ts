import type { CustomerImporter } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { csvOf } from "~/domain/csv/csv-table.server"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Queryable, Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import {
  CUSTOMER_ROWS_PER_PAGE,
  type CustomerImport,
  type CustomerOutcome,
  type CustomerRow,
  customerOutcomeNames,
} from "./customer-import"

/** @throws ShopError `notFound` */
export async function findCustomerImport(shop: Shop, _staff: CustomerImporter, id: string): Promise<CustomerImport> {
  const found = await shop.db
    .selectFrom("customer_imports")
    .select(["id", "file_name as fileName", "status", "finished_at as finishedAt", "source", "mapping", "problem"])
    .select(["rows_read as rowsRead", "encoding", "separator"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("There is no such import"))
  return { ...found, counts: await countOutcomes(shop, id) }
}

export async function countOutcomes({ db }: Queryable, id: string): Promise<Record<CustomerOutcome, number>> {
  const counted = await db
    .selectFrom("customer_import_rows")
    .select((rows) => ["outcome", rows.fn.countAll<number>().as("count")])
    .where("import_id", "=", id)
    .groupBy("outcome")
    .execute()
  const counts = Object.fromEntries(Object.keys(customerOutcomeNames).map((outcome) => [outcome, 0]))
  for (const { outcome, count } of counted) counts[outcome] = count
  return counts as Record<CustomerOutcome, number>
}

/** Errors first, then rows with remarks, then the order of the file */
export async function listCustomerRows(
  shop: Queryable,
  _staff: CustomerImporter,
  id: string,
  { page, outcome }: { page: number; outcome: CustomerOutcome | "" },
): Promise<CustomerRow[]> {
  let rows = customerRows(shop, id)
  if (outcome) rows = rows.where("outcome", "=", outcome)
  return rows
    .orderBy((row) => row("outcome", "not in", ["error", "failed", "kept"]))
    .orderBy((row) => row("outcome", "=", "same"))
    .orderBy((row) => row("message", "=", ""))
    .orderBy("line")
    .limit(CUSTOMER_ROWS_PER_PAGE)
    .offset((page - 1) * CUSTOMER_ROWS_PER_PAGE)
    .execute()
}

function customerRows({ db }: Queryable, id: string) {
  return db
    .selectFrom("customer_import_rows")
    .select(["line", "user_id as userId", "email", "name", "outcome", "message", "fields", "before"])
    .$narrowType<Pick<CustomerRow, "fields" | "before">>()
    .where("import_id", "=", id)
}

/** Lines with an error or a remark, as CSV */
export async function* exportMessages(shop: Shop, staff: CustomerImporter, id: string): AsyncGenerator<string> {
  requireProof(shop, staff, "people.import")
  await findCustomerImport(shop, staff, id)
  const columns = {
    line: ({ line }: CustomerRow) => line,
    email: ({ email }: CustomerRow) => email,
    name: ({ name }: CustomerRow) => name,
    outcome: ({ outcome }: CustomerRow) => customerOutcomeNames[outcome],
    message: ({ message }: CustomerRow) => message,
  }
  yield* csvOf(columns, messagesOf(shop, id))
}

const BATCH = 1_000

async function* messagesOf(shop: Shop, id: string): AsyncGenerator<CustomerRow[]> {
  for (let line = 0; ; ) {
    const rows = customerRows(shop, id).where("line", ">", line).where("message", "<>", "")
    const batch = await rows.orderBy("line").limit(BATCH).execute()
    if (batch.length > 0) yield batch
    if (batch.length < BATCH) return
    line = batch.at(-1)?.line ?? line
  }
}

export async function purgeCustomerImports({ db }: Queryable, before: Date): Promise<void> {
  await db.deleteFrom("customer_imports").where("created_at", "<", before).execute()
}

/** Starting an import twice starts it once. @throws ShopError `staleProof` */
export async function startCustomerImport(shop: Shop, staff: CustomerImporter, id: string): Promise<void> {
  requireProof(shop, staff, "people.import")
  await shop.transaction(async (tx) => {
    const started = await tx.db
      .updateTable("customer_imports")
      .set({ status: "running", author_id: staff.id })
      .where("id", "=", id)
      .where("status", "=", "checked")
      .returning(["file_name as file", "source"])
      .executeTakeFirst()
    if (!started) return
    const { create, merge } = await countOutcomes(tx, id)
    await emit(tx, "customers.imported", { actor: staff, id, after: { ...started, created: create, merged: merge } })
    await addJob(tx, "import-customers", { id })
  })
}
