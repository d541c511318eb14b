import { isDeepStrictEqual } from "node:util"
import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Submission } from "~/domain/accounts/forms/form-submissions.server"
import { findLastEditor } from "~/domain/audit/last-editor.server"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { PricingRules } from "~/domain/pricing/rules"
import type { Shop, Tx } from "~/domain/shop"
import { compareFields, StaleEdit } from "~/domain/validation/stale-edit"
import { findRules, type RulesVersion, readNewestRules, readRulesSince } from "./pricing-versions.server"

type Texts = Record<string, string>
type RulesEditor = Staff<"shipping.edit"> | Staff<"taxes.edit">

interface RulesEdit {
  event: "shipping.updated" | "taxes.updated"
  /** The name of the form, for people */
  what: string
  /** The version with which the form was opened; null if it showed nothing that could be out of date */
  snapshot: number | null
  /** Returns the texts that the form shows of some rules. */
  textsOf: (rules: PricingRules) => Texts
  /** The audit entry's values; by default the texts */
  auditOf?: (before: PricingRules, after: PricingRules) => [before: Texts, after: Texts]
  edit: (rules: PricingRules, newest: RulesVersion, tx: Tx) => PricingRules | Promise<PricingRules>
}

/**
 * Returns the new version, or null if nothing has changed.
 * @throws StaleEdit if the rules shown in the form have changed since
 */
export async function changeRules(
  shop: Shop,
  staff: RulesEditor,
  edit: RulesEdit,
  submit: Submission = shop.transaction,
): Promise<number | null> {
  let saved: number | null = null
  await submit(async (tx) => {
    saved = await changeNewest(tx, staff, edit)
  })
  await shop.settings.renew()
  return saved
}

async function changeNewest(
  tx: Tx,
  staff: RulesEditor,
  { event, what, snapshot, textsOf, edit, auditOf = (...rules) => [textsOf(rules[0]), textsOf(rules[1])] }: RulesEdit,
): Promise<number | null> {
  // Blocks writers only.
  await sql`lock table pricing_versions in share row exclusive mode`.execute(tx.db)
  const newest = await readNewestRules(tx)
  const { version, rules } = newest
  if (snapshot !== null && snapshot !== version) {
    const fields = compareFields(textsOf(await findRules(tx, snapshot)), textsOf(rules))
    if (fields.length > 0) throw new StaleEdit(what, fields, await findEditor(tx, snapshot, textsOf))
  }
  const changed = await edit(rules, newest, tx)
  // The order of their keys may differ, as in jsonb.
  if (isDeepStrictEqual(changed, rules)) return null
  const id = newObjectId(tx.now())
  await tx.db
    .insertInto("pricing_versions")
    .values({
      version: version + 1,
      id,
      rules: JSON.stringify(changed),
      author_id: staff.id,
      created_at: tx.now(),
    })
    .execute()
  const [before, after] = auditOf(rules, changed)
  await emit(tx, event, { actor: staff, id, before, after })
  return version + 1
}

/** Far more versions than are saved while a form is open, and few enough to be read together */
const MAX_VERSIONS = 100

/** Returns the author of the present texts; later versions may be from other forms. */
async function findEditor(tx: Tx, snapshot: number, textsOf: RulesEdit["textsOf"]): Promise<string | null> {
  const versions = await readRulesSince(tx, snapshot, MAX_VERSIONS)
  const [newest, ...earlier] = versions.map(({ rules }) => textsOf(rules))
  const changing = earlier.findIndex((texts) => !isDeepStrictEqual(texts, newest))
  if (changing < 0 && versions.length === MAX_VERSIONS) return null
  // The first version since, if no other differs
  const id = versions.at(changing)?.id
  return id ? findLastEditor(tx, "settings", id) : null
}
