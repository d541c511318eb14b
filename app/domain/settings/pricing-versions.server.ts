import { defaultRules, type PricingRules } from "~/domain/pricing/rules"
import { notFound } from "~/domain/shop-error"
import type { Database } from "~db/database.server"

export interface RulesVersion {
  /** Version 0 is the default. */
  version: number
  rules: PricingRules
}

export async function readNewestRules({ db }: { db: Database }): Promise<RulesVersion> {
  const row = await db
    .selectFrom("pricing_versions")
    .select(["version", "rules"])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst()
  return row ? { version: row.version, rules: toRules(row.rules) } : { version: 0, rules: defaultRules }
}

export async function findRules({ db }: { db: Database }, version: number): Promise<PricingRules> {
  if (version === 0) return defaultRules
  const row = await db.selectFrom("pricing_versions").select("rules").where("version", "=", version).executeTakeFirst()
  if (!row) throw notFound("There is no such version of the rules")
  return toRules(row.rules)
}

/** The newest first, at most as many */
export async function readRulesSince({ db }: { db: Database }, version: number, most: number) {
  const rows = await db
    .selectFrom("pricing_versions")
    .select(["id", "rules"])
    .where("version", ">", version)
    .orderBy("version", "desc")
    .limit(most)
    .execute()
  return rows.map(({ id, rules }) => ({ id, rules: toRules(rules) }))
}

/** Fields that did not exist when a version was saved have their defaults. */
function toRules(saved: object): PricingRules {
  const rules: Partial<PricingRules> = saved
  return { ...defaultRules, ...rules, taxes: { ...defaultRules.taxes, ...rules.taxes } }
}
