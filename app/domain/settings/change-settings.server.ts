import { sql } from "kysely"
import type { Staff } from "../accounts/actor"
import { ERASED_NAME } from "../erased-name"
import { emit } from "../events/emit.server"
import { storePictureOf, type Upload } from "../media/store-picture.server"
import { newObjectId } from "../object-id.server"
import type { Queryable, Shop, Tx } from "../shop"
import { compareFields, StaleEdit } from "../stale-edit"
import {
  type FactorPolicy,
  factNames,
  factorPolicyOf,
  type GeneralFacts,
  type SettingsFacts,
  type ShopSettings,
} from "./settings"
import { findSettingsVersion, readNewestSettings } from "./settings-versions.server"

interface SettingsEdit {
  facts: GeneralFacts
  /** The version that the form was opened with */
  version: number
  /** `null` removes it; absent means unchanged. */
  logo?: Upload | null
}

/** @throws StaleEdit, or ShopError as `storePicture` does, for field `logo` */
export async function changeSettings(
  shop: Shop,
  staff: Staff<"settings.edit">,
  { facts, version: opened, logo }: SettingsEdit,
): Promise<void> {
  const picture = logo ? await storePictureOf(shop, logo, "logo") : logo
  await shop.transaction(async (tx) => {
    const { version, settings } = await lockSettings(tx)
    if (version !== opened) await assertSame(tx, opened)
    const logoId = picture === undefined ? (settings.logo?.id ?? null) : picture
    const before = { version, settings }
    const kept = factorPolicyOf(settings)
    await insertVersion(tx, staff, { facts: { ...facts, ...kept }, logoId, before, restoredFrom: null })
  })
}

/** Returns the policy that it replaces. */
export async function replaceFactorPolicy(
  tx: Tx,
  staff: Staff<"settings.edit">,
  policy: FactorPolicy,
): Promise<FactorPolicy> {
  const before = await lockSettings(tx)
  const { logo, ...facts } = before.settings
  const changed = { ...facts, ...policy }
  await insertVersion(tx, staff, { facts: changed, logoId: logo?.id ?? null, before, restoredFrom: null })
  return factorPolicyOf(facts)
}

/** Copies an earlier version, except for the policy; 0 is empty settings. */
export async function restoreSettings(shop: Shop, staff: Staff<"settings.edit">, version: number): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockSettings(tx)
    const { settings } = await findSettingsVersion(tx, version)
    await insertVersion(tx, staff, {
      facts: { ...settings, ...factorPolicyOf(before.settings) },
      logoId: settings.logo?.id ?? null,
      before,
      restoredFrom: version,
    })
  })
}

/** Blocks writers only. */
async function lockSettings(tx: Tx) {
  await sql`lock table settings_versions in share row exclusive mode`.execute(tx.db)
  return readNewestSettings(tx)
}

async function assertSame(tx: Queryable, version: number): Promise<void> {
  const [opened, current] = [await findSettingsVersion(tx, version), await readNewestSettings(tx)]
  const fields = compareFields(comparable(opened.settings), comparable(current.settings))
  if (fields.length > 0) throw new StaleEdit("part of the shop", fields, current.author)
}

function comparable({ logo, pricing: _, ...facts }: ShopSettings): SettingsFacts & { pictures: string } {
  return { ...facts, pictures: logo?.id ?? "" }
}

interface NewVersion {
  facts: SettingsFacts
  logoId: string | null
  before: { version: number; settings: ShopSettings }
  restoredFrom: number | null
}

async function insertVersion(
  tx: Tx,
  staff: Staff<"settings.edit">,
  { facts, logoId, before, restoredFrom }: NewVersion,
): Promise<void> {
  const changed = factNames.filter((name) => facts[name] !== before.settings[name])
  const logoBefore = before.settings.logo?.id ?? null
  if (changed.length === 0 && logoId === logoBefore) return
  const id = newObjectId(tx.now())
  await tx.db
    .insertInto("settings_versions")
    .values({
      id,
      version: before.version + 1,
      facts: JSON.stringify(Object.fromEntries(factNames.map((name) => [name, facts[name]]))),
      logo_picture_id: logoId,
      restored_from: restoredFrom,
      author_id: staff.id,
      author_name: staff.name,
      created_at: tx.now(),
    })
    .execute()
  const pick = (from: SettingsFacts, logo: string | null) => ({
    ...Object.fromEntries(changed.map((name) => [name, from[name]])),
    ...(logoId !== logoBefore && { logo }),
  })
  await emit(tx, restoredFrom === null ? "settings.updated" : "settings.restored", {
    actor: staff,
    id,
    before: pick(before.settings, logoBefore),
    after: pick(facts, logoId),
  })
}

export async function forgetSettingsAuthor({ db }: Tx, userId: string): Promise<void> {
  await db.updateTable("settings_versions").set({ author_name: ERASED_NAME }).where("author_id", "=", userId).execute()
}
