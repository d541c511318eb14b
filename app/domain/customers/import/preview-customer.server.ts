import { sql } from "kysely"
import { ownsEmail } from "~/domain/accounts/user-row.server"
import type { Queryable, Tx } from "~/domain/shop"
import { consentDay, isUnclaimed } from "../origins.server"
import type { CustomerRow } from "./customer-import"
import type { ReadCustomer } from "./imported-customer"
import { type KnownAccount, planCustomer } from "./plan-customer"

type Accounts = ReadonlyMap<string, KnownAccount>

/** Returns the accounts of these rows by their addresses in lower case. */
export async function findAccounts(
  shop: Queryable,
  source: string,
  rows: readonly Pick<ReadCustomer, "email">[],
): Promise<Accounts> {
  const emails = [...new Set(rows.map(({ email }) => email.toLowerCase()))]
  const found = await accounts(shop, source)
    .where(sql<boolean>`lower(users.email) = any(${emails})`)
    .where("users.deleted_at", "is", null)
    .where("users.is_guest", "=", false)
    .execute()
  return new Map(found.map((row) => [row.email.toLowerCase(), toAccount(row)]))
}

/** Finds the account of an address, and locks it. */
export async function lockAccount(tx: Tx, source: string, email: string): Promise<KnownAccount | undefined> {
  const found = await accounts(tx, source).where(ownsEmail(email)).forNoKeyUpdate("users").executeTakeFirst()
  return found && toAccount(found)
}

function accounts({ db }: Queryable, source: string) {
  return db
    .selectFrom("users")
    .leftJoin("customer_origins", (join) =>
      join.onRef("customer_origins.user_id", "=", "users.id").on("customer_origins.source", "=", source),
    )
    .select(["users.id", "users.name", "users.email", "shipping_info as address", isUnclaimed.as("isUnclaimed")])
    .select(sql<boolean>`users.email_verified_at is not null`.as("isVerified"))
    .select(["customer_origins.source", "source_key as sourceKey", "note", "mail_consent as consent"])
    .select([consentDay.as("consentOn"), "mail_consent_source as consentSource"])
}

function toAccount(row: Awaited<ReturnType<ReturnType<typeof accounts>["execute"]>>[number]): KnownAccount {
  const { id, name, address, isVerified, isUnclaimed, consent, consentOn } = row
  const { sourceKey, note, consentSource } = row
  const origin = {
    sourceKey: sourceKey ?? "",
    note: note ?? "",
    consent,
    consentOn,
    consentSource: consentSource ?? "",
  }
  return { id, name, address, isVerified, isUnclaimed, origin: row.source === null ? null : origin }
}

export function previewCustomer(row: ReadCustomer, accounts: Accounts): CustomerRow {
  const { line, email, name } = row
  const empty = { line, email, name, userId: null, fields: null, before: null }
  if ("problem" in row) return { ...empty, outcome: "error", message: row.problem }
  const account = accounts.get(email.toLowerCase())
  const plan = planCustomer(row.customer, account)
  if (plan.outcome === "error") return { ...empty, outcome: "error", message: plan.message }
  const message = row.remarks.join(". ")
  const before = plan.outcome === "merge" ? plan.before : null
  return { ...empty, userId: account?.id ?? null, outcome: plan.outcome, fields: row.customer, before, message }
}
