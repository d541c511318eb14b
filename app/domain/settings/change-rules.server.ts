import { sql } from "kysely"
import type { Staff } from "../accounts/actor"
import { emit } from "../events/emit.server"
import { newObjectId } from "../object-id.server"
import type { Shop } from "../shop"
import { compareFields, StaleEdit } from "../stale-edit"
import { findRules, readNewestRules, type SavedRules } from "./pricing-versions.server"

interface RulesEdit {
  event: "shipping.updated"
  /** What the form is about, for people */
  what: string
  /** The version that the form was opened with; null if nothing was shown that could be outdated */
  opened: number | null
  /** The texts that the form shows of some rules; also what the audit log says */
  textsOf: (rules: SavedRules) => Record<string, string>
  edit: (rules: SavedRules) => SavedRules
}

/** @throws StaleEdit if somebody has changed what the form shows */
export async function changeRules(
  shop: Shop,
  staff: Staff<"shipping.edit">,
  { event, what, opened, textsOf, edit }: RulesEdit,
): Promise<void> {
  await shop.transaction(async (tx) => {
    // Blocks writers only.
    await sql`lock table pricing_versions in share row exclusive mode`.execute(tx.db)
    const { version, rules } = await readNewestRules(tx)
    if (opened !== null && opened !== version) {
      const fields = compareFields(textsOf(await findRules(tx, opened)), textsOf(rules))
      if (fields.length > 0) throw new StaleEdit(what, fields, null)
    }
    const changed = edit(rules)
    if (JSON.stringify(changed) === JSON.stringify(rules)) return
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
    const [before, after] = [textsOf(rules), textsOf(changed)]
    await emit(tx, event, { actor: staff, id, before, after })
  })
  await shop.settings.renew()
}
