import type { StoredShippingInfo } from "~db/schema"
import type { BeforeImport } from "./customer-import"
import type { ImportedCustomer } from "./imported-customer"

type Origin = Omit<ImportedCustomer, "email" | "name" | "address">

/** An account with the address of a row */
export interface KnownAccount {
  id: string
  name: string
  address: StoredShippingInfo | null
  /** Whether its owner has proved the address */
  isVerified: boolean
  /** Whether an import created it and no one has used it */
  isUnclaimed: boolean
  /** What an import of the same system wrote; null without one */
  origin: Origin | null
}

type Plan =
  | { outcome: "create" }
  | { outcome: "same" }
  | { outcome: "merge"; changes: Partial<ImportedCustomer>; before: BeforeImport }
  | { outcome: "error"; message: string }

const UNPROVEN =
  "An account has this email address, and its owner has not confirmed it: it may be someone else’s. Import the row again once they have"

/** Data of a customer never reaches an account whose address is unproven, because anyone may have registered it. */
export function planCustomer(customer: ImportedCustomer, account: KnownAccount | undefined): Plan {
  if (!account) return { outcome: "create" }
  if (!account.isVerified && !account.isUnclaimed) return { outcome: "error", message: UNPROVEN }
  const changes = changesOf(customer, account)
  const keys = Object.keys(changes) as (keyof typeof changes)[]
  if (keys.length === 0 && account.origin) return { outcome: "same" }
  const now = { ...account.origin, name: account.name, address: account.address }
  const before = Object.fromEntries(keys.map((key) => [key, now[key] ?? null]))
  return { outcome: "merge", changes, before: { ...before, hasOrigin: account.origin !== null } }
}

/** An owner's own name and address win; what the file does not say stays as it is. */
function changesOf(customer: ImportedCustomer, account: KnownAccount): Partial<Omit<ImportedCustomer, "email">> {
  const { name, address, ...origin } = customer
  const known = account.origin
  const says = {
    ...(account.isUnclaimed && { name }),
    ...(address && (account.address === null || account.isUnclaimed) && { address }),
    ...(origin.sourceKey !== "" && { sourceKey: origin.sourceKey }),
    ...(origin.note !== "" && { note: origin.note }),
    ...(origin.consent !== null && {
      consent: origin.consent,
      consentOn: origin.consentOn,
      consentSource: origin.consentSource,
    }),
  }
  const now: Record<string, unknown> = { ...known, name: account.name, address: account.address }
  const entries = Object.entries(says).filter(([key, value]) => !isSame(now[key], value))
  return Object.fromEntries(entries)
}

/** PostgreSQL sorts the keys of JSON. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  const isRecord = typeof value === "object" && value !== null
  return JSON.stringify(isRecord ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : (value ?? null))
}
