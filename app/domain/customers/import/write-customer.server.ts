import { isEmailKept } from "~/domain/accounts/email-undos.server"
import { updateImportedName, updateShippingInfo } from "~/domain/accounts/profile.server"
import { insertUser } from "~/domain/accounts/registration/register.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { writeOrigin } from "../origins.server"
import type { BeforeImport, CustomerOutcome, CustomerRow } from "./customer-import"
import type { ImportedCustomer } from "./imported-customer"
import { type KnownAccount, planCustomer } from "./plan-customer"
import { lockAccount } from "./preview-customer.server"

interface RowKey {
  importId: string
  line: number
}

/** Writes a row by the state of its account now, which may differ from that of the preview. @throws ShopError `conflict` */
export async function writeCustomer(tx: Tx, row: RowKey, source: string): Promise<void> {
  const waiting = await tx.db
    .selectFrom("customer_import_rows")
    .select("fields")
    .$narrowType<Pick<CustomerRow, "fields">>()
    .where("import_id", "=", row.importId)
    .where("line", "=", row.line)
    .where("outcome", "in", ["create", "merge"])
    .forUpdate()
    .executeTakeFirst()
  const customer = waiting?.fields
  if (!customer) return
  const account = await lockAccount(tx, source, customer.email)
  const plan = planCustomer(customer, account)
  if (plan.outcome === "error") throw conflict(plan.message)
  if (plan.outcome === "same") return record(tx, row, "same", account?.id ?? null)
  if (plan.outcome === "create" || !account) {
    return record(tx, row, "created", await createAccount(tx, customer, source))
  }
  await mergeWith(tx, account, plan.changes)
  await writeOrigin(tx, { userId: account.id, source, isNew: false }, plan.changes)
  await record(tx, row, "merged", account.id, plan.before)
}

/** Creates an account without a password, which sends no mail. @throws ShopError `conflict` */
async function createAccount(tx: Tx, customer: ImportedCustomer, source: string): Promise<string> {
  const { name, email, address } = customer
  const id = newObjectId(tx.now())
  if (!(await insertUser(tx, { id, name, email, password_hash: "" }))) throw taken()
  if (await isEmailKept(tx, email, id)) throw taken()
  if (address) await updateShippingInfo(tx, { id }, address)
  await writeOrigin(tx, { userId: id, source, isNew: true }, customer)
  return id
}

const taken = () =>
  conflict("Another account has just taken this address, or may still get it back: import the file again in three days")

async function mergeWith(tx: Tx, { id }: KnownAccount, changes: Partial<ImportedCustomer>): Promise<void> {
  if (changes.name !== undefined) await updateImportedName(tx, id, changes.name)
  if (changes.address) await updateShippingInfo(tx, { id }, changes.address)
}

async function record(
  tx: Tx,
  { importId, line }: RowKey,
  outcome: CustomerOutcome,
  userId: string | null,
  before?: BeforeImport,
): Promise<void> {
  await tx.db
    .updateTable("customer_import_rows")
    .set({ outcome, user_id: userId, before: before ? JSON.stringify(before) : null })
    .where("import_id", "=", importId)
    .where("line", "=", line)
    .execute()
}
