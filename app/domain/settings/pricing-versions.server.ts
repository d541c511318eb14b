import type { Database } from "~db/database.server"
import { defaultRules, type PricingRules } from "../pricing/rules"
import { notFound } from "../shop-error"

/** What administrators say of prices; the currency is a setting of the shop. */
export type SavedRules = Omit<PricingRules, "currency">

export interface RulesVersion {
  /** 0 is the default. */
  version: number
  rules: SavedRules
}

const { currency: _, ...defaults } = defaultRules

export async function readNewestRules({ db }: { db: Database }): Promise<RulesVersion> {
  const row = await db
    .selectFrom("pricing_versions")
    .select(["version", "rules"])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst()
  return row ? { version: row.version, rules: toRules(row.rules) } : { version: 0, rules: defaults }
}

export async function findRules({ db }: { db: Database }, version: number): Promise<SavedRules> {
  if (version === 0) return defaults
  const row = await db.selectFrom("pricing_versions").select("rules").where("version", "=", version).executeTakeFirst()
  if (!row) throw notFound("There is no such version of the rules")
  return toRules(row.rules)
}

/** What was not known yet when a version was saved is as by default. */
function toRules(saved: object): SavedRules {
  const rules: Partial<SavedRules> = saved
  return { ...defaults, ...rules, taxes: { ...defaults.taxes, ...rules.taxes } }
}
