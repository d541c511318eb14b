import { type Selectable, sql } from "kysely"
import type { CustomerImporter } from "~/domain/accounts/actor"
import { updateImportedName, updateShippingInfo } from "~/domain/accounts/profile.server"
import { requireProof } from "~/domain/accounts/proof"
import { deleteUnclaimedUser } from "~/domain/accounts/users/delete-unclaimed-user.server"
import { emit } from "~/domain/events/emit.server"
import { attemptStep, FAULT } from "~/domain/imports/attempt-step.server"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import type { Tables } from "~db/schema"
import { deleteOrigin, isUnclaimed, writeOrigin } from "../origins.server"
import type { CustomerOutcome, CustomerRow } from "./customer-import"
import { countOutcomes } from "./customer-imports.server"
import { lockAccount } from "./preview-customer.server"

/**
 * Anything that was done with an account since an import created it, such as an import from another system. Creating an
 * account reads the clock twice, hence the second. The aliases are those of `createdAccounts`.
 */
const isUsed = sql<boolean>`(not ${isUnclaimed} or users.updated_at > users.created_at + interval '1 second'
  or made.invites_at is not null or made.invited_at is not null
  or exists (select from customer_origins other where other.user_id = users.id and other.source <> made.source)
  or exists (select from sessions where user_id = users.id) or exists (select from saved_cart_lines where user_id = users.id)
  or exists (select from orders where user_id = users.id) or exists (select from checkouts where user_id = users.id)
  or exists (select from payments where user_id = users.id) or exists (select from reviews where user_id = users.id))`

function createdAccounts({ db }: Queryable, importId: string) {
  return db
    .selectFrom("customer_import_rows")
    .innerJoin("users", "users.id", "customer_import_rows.user_id")
    .innerJoin("customer_origins as made", (join) =>
      join.onRef("made.user_id", "=", "users.id").on("made.is_new", "=", true),
    )
    .where("import_id", "=", importId)
    .where("outcome", "=", "created")
}

/** Returns how many of the accounts that an import created were used, changed or invited since. */
export async function countUsed(shop: Queryable, importId: string): Promise<number> {
  const query = createdAccounts(shop, importId).where(isUsed)
  const { count } = await query.select((rows) => rows.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()
  return Number(count)
}

export const describeUse = (used: number) =>
  `${pluralize(used, "account")} of this import ${used === 1 ? "was" : "were"} used, changed or invited since, so it cannot be taken back`

/** Starts to take back an import as a whole. @throws ShopError `conflict`, `staleProof` */
export async function startUndo(shop: Shop, staff: CustomerImporter, id: string): Promise<void> {
  requireProof(shop, staff, "people.import")
  await shop.transaction(async (tx) => {
    const started = await tx.db
      .updateTable("customer_imports")
      .set({ status: "undoing" })
      .where("id", "=", id)
      .where("status", "=", "done")
      .returning(["file_name as file", "source"])
      .executeTakeFirst()
    if (!started) return
    const used = await countUsed(tx, id)
    if (used > 0) throw conflict(describeUse(used))
    const { created, merged } = await countOutcomes(tx, id)
    await emit(tx, "customers.import-undone", { actor: staff, id, after: { ...started, created, merged } })
    await addJob(tx, "import-customers", { id })
  })
}

type Import = Pick<Selectable<Tables["customer_imports"]>, "id" | "source">

/** Takes back each row with its outcome; an account that was used in the meantime stays. */
export async function undoRows(shop: Shop, { id, source }: Import, signal?: AbortSignal): Promise<void> {
  for (let line = 0; ; ) {
    const lines = await findDone(shop, id, line)
    if (lines.length === 0) break
    for (line of lines) {
      signal?.throwIfAborted()
      const keep = (message: string) => record(shop, { importId: id, line }, "kept", message)
      const step = { table: "customer_imports" as const, importId: id, name: `line ${line}`, signal }
      await attemptStep(shop, { ...step, giveUp: () => keep(FAULT) }, () =>
        undoRow(shop, { importId: id, line }, source),
      )
    }
  }
  await shop.db
    .updateTable("customer_imports")
    .set({ status: "undone", finished_at: shop.now() })
    .where("id", "=", id)
    .where("status", "=", "undoing")
    .execute()
}

const ROWS_AHEAD = 200

async function findDone({ db }: Shop, importId: string, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom("customer_import_rows")
    .select("line")
    .where("import_id", "=", importId)
    .where("line", ">", after)
    .where("outcome", "in", ["created", "merged"])
    .orderBy("line")
    .limit(ROWS_AHEAD)
    .execute()
  return rows.map(({ line }) => line)
}

interface RowKey {
  importId: string
  line: number
}

const FOREIGN_KEY_VIOLATION = "23503"
const USED = "This account was used in the meantime"

async function undoRow(shop: Shop, row: RowKey, source: string): Promise<void> {
  try {
    await shop.transaction(async (tx) => {
      const done = await tx.db
        .selectFrom("customer_import_rows")
        .select(["outcome", "user_id as userId", "email", "fields", "before"])
        .$narrowType<Pick<CustomerRow, "fields" | "before">>()
        .where("import_id", "=", row.importId)
        .where("line", "=", row.line)
        .where("outcome", "in", ["created", "merged"])
        .forUpdate()
        .executeTakeFirst()
      if (!done) return
      const isUndone =
        done.outcome === "created" ? await deleteCreated(tx, row, done.userId) : await unmerge(tx, source, done)
      await record(tx, row, isUndone ? "undone" : "kept", isUndone ? "" : USED)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
    await record(shop, row, "kept", USED)
  }
}

async function deleteCreated(tx: Tx, { importId, line }: RowKey, userId: string | null): Promise<boolean> {
  const used = createdAccounts(tx, importId).where("line", "=", line).where(isUsed).select("users.id")
  if (userId === null || (await used.executeTakeFirst())) return false
  return deleteUnclaimedUser(tx, userId)
}

/** Restores what the import overwrote, unless it was changed since. */
async function unmerge(
  tx: Tx,
  source: string,
  { userId, email, fields, before }: Pick<CustomerRow, "userId" | "email" | "fields" | "before">,
): Promise<boolean> {
  const account = await lockAccount(tx, source, email)
  if (!account || account.id !== userId || !account.origin || !fields || !before) return false
  const { hasOrigin, name, address, ...origin } = before
  const changed = Object.keys(origin) as (keyof typeof origin)[]
  if (changed.some((key) => account.origin?.[key] !== fields[key])) return false
  if (name !== undefined && account.name === fields.name) await updateImportedName(tx, account.id, name)
  if (address !== undefined && isSameAddress(account.address, fields.address))
    await updateShippingInfo(tx, { id: account.id }, address)
  if (!hasOrigin) await deleteOrigin(tx, account.id, source)
  else await writeOrigin(tx, { userId: account.id, source, isNew: false }, origin)
  return true
}

type Address = NonNullable<CustomerRow["fields"]>["address"]

function isSameAddress(one: Address, other: Address): boolean {
  const keys = ["address", "city", "state", "country", "pinCode", "phoneNo"] as const
  return one !== null && other !== null && keys.every((key) => one[key] === other[key])
}

async function record({ db }: Queryable, row: RowKey, outcome: CustomerOutcome, message: string): Promise<void> {
  await db
    .updateTable("customer_import_rows")
    .set({ outcome, message })
    .where("import_id", "=", row.importId)
    .where("line", "=", row.line)
    .execute()
}
