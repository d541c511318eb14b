import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { ERASED_NAME } from "~/domain/erased-name"
import { emit } from "~/domain/events/emit.server"
import { storePictureOf, type Upload } from "~/domain/media/store-picture.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { assertNewest, compareFields, StaleEdit } from "~/domain/validation/stale-edit"
import { paymentFactsOf } from "./payment-methods"
import {
  type FactorPolicy,
  factNames,
  factorPolicyOf,
  pictureNames,
  type SettingsFacts,
  type SettingsVersion,
  type ShopSettings,
} from "./settings"
import { type GeneralFacts, type RestoreVersion, settingsRecord, UNKNOWN_ZONE } from "./settings-schema"
import { findSettingsVersion, readNewestSettings } from "./settings-versions.server"

interface Opened {
  /** The version with which the form was opened */
  snapshot: number
}

interface SettingsEdit extends Opened {
  facts: GeneralFacts
  /** `null` removes the logo; leaving it out keeps it. */
  logo?: Upload | null
}

/** @throws StaleEdit, or ShopError as `storePicture` does, for field `logo` */
export async function changeSettings(
  shop: Shop,
  staff: Staff<"settings.edit">,
  { facts, snapshot, logo }: SettingsEdit,
): Promise<void> {
  const timeZone = await findTimeZone(shop, facts.timeZone)
  const picture = logo ? await storePictureOf(shop, logo, "logo") : logo
  await shop.transaction((tx) =>
    saveForm(tx, staff, { snapshot, facts: { ...pick(facts, settingsRecord.names), timeZone }, of: "logo", picture }),
  )
}

/** Returns the zone's name as PostgreSQL spells it. */
async function findTimeZone({ db }: Shop, name: string): Promise<string> {
  if (name === "") return ""
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where lower(name) = lower(${name})`.execute(db)
  if (!rows[0]) throw invalid(UNKNOWN_ZONE, "timeZone")
  return rows[0].name
}

/** @throws ShopError `invalid` for a time zone unknown to the database */
export async function changeTimeZone(shop: Shop, staff: Staff<"settings.edit">, name: string): Promise<void> {
  const timeZone = await findTimeZone(shop, name)
  await shop.transaction(async (tx) => {
    const before = await lockSettings(tx)
    await insertVersion(tx, staff, { before, after: { ...contentOf(before.settings), timeZone }, restoredFrom: null })
  })
  await shop.settings.renew()
}

interface NoticeEdit extends Opened {
  noticeText: string
  /** `null` removes the notice; leaving it out keeps it. */
  notice?: Upload | null
}

/** @throws StaleEdit, or ShopError as `storePicture` does, for field `notice` */
export async function changeNotice(
  shop: Shop,
  staff: Staff<"settings.edit">,
  { noticeText, snapshot, notice }: NoticeEdit,
): Promise<void> {
  const picture = notice ? await storePictureOf(shop, notice, "notice") : notice
  await shop.transaction((tx) => saveForm(tx, staff, { snapshot, facts: { noticeText }, of: "notice", picture }))
}

/** @throws StaleEdit */
export async function changeFacts(
  shop: Shop,
  staff: Staff<"settings.edit">,
  { snapshot, ...facts }: Partial<SettingsFacts> & Opened,
): Promise<void> {
  await shop.transaction((tx) => saveForm(tx, staff, { snapshot, facts }))
}

interface FormEdit extends Opened {
  facts: Partial<SettingsFacts>
  of?: (typeof pictureNames)[number]
  picture?: string | null | undefined
}

async function saveForm(tx: Tx, staff: Staff<"settings.edit">, { snapshot, facts, of, picture }: FormEdit) {
  const before = await lockSettings(tx)
  const names = factNames.filter((name) => name in facts)
  await assertUnchanged(tx, before, snapshot, (settings) => {
    return { ...pick(settings, names), ...(of && { pictures: settings[of]?.id ?? "" }) }
  })
  const after = { ...contentOf(before.settings), ...facts, ...(of && picture !== undefined && { [of]: picture }) }
  await insertVersion(tx, staff, { before, after, restoredFrom: null })
}

/** @throws StaleEdit if these fields were changed since the form was opened */
async function assertUnchanged(
  tx: Tx,
  newest: SettingsVersion,
  snapshot: number | undefined,
  fieldsOf: (settings: ShopSettings) => Record<string, string>,
): Promise<void> {
  if (snapshot === undefined || snapshot === newest.version) return
  const { settings } = await findSettingsVersion(tx, snapshot)
  const fields = compareFields(fieldsOf(settings), fieldsOf(newest.settings))
  if (fields.length > 0) throw new StaleEdit("part of the shop", fields, newest.author)
}

/** Returns the replaced policy. @throws StaleEdit if it was changed since `snapshot` */
export async function replaceFactorPolicy(
  tx: Tx,
  staff: Staff<"settings.edit">,
  { snapshot, ...policy }: FactorPolicy & Partial<Opened>,
): Promise<FactorPolicy> {
  const before = await lockSettings(tx)
  await assertUnchanged(tx, before, snapshot, factorPolicyOf)
  const after = { ...contentOf(before.settings), ...policy }
  await insertVersion(tx, staff, { before, after, restoredFrom: null })
  return factorPolicyOf(before.settings)
}

/** Copies an earlier version, except for the policy; 0 is empty settings. @throws ShopError `conflict` if `snapshot` is no longer the newest */
export async function restoreSettings(
  shop: Shop,
  staff: Staff<"settings.edit">,
  { version, snapshot }: RestoreVersion,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockSettings(tx)
    assertNewest("the settings", before, snapshot)
    const { settings } = await findSettingsVersion(tx, version)
    const after = { ...contentOf(settings), ...factorPolicyOf(before.settings), ...paymentFactsOf(before.settings) }
    await insertVersion(tx, staff, { before, after, restoredFrom: version })
  })
}

/** Blocks writers only. */
async function lockSettings(tx: Tx) {
  await sql`lock table settings_versions in share row exclusive mode`.execute(tx.db)
  return readNewestSettings(tx)
}

/** Pictures by their ids */
type Content = SettingsFacts & Record<(typeof pictureNames)[number], string | null>

function contentOf({ pricing: _, contract: __, logo, notice, ...facts }: ShopSettings): Content {
  return { ...facts, logo: logo?.id ?? null, notice: notice?.id ?? null }
}

function pick<From, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>
}

interface NewVersion {
  before: { version: number; settings: ShopSettings }
  after: Content
  restoredFrom: number | null
}

async function insertVersion(
  tx: Tx,
  staff: Staff<"settings.edit">,
  { before, after, restoredFrom }: NewVersion,
): Promise<void> {
  const content = contentOf(before.settings)
  const changed = [...factNames, ...pictureNames].filter((name) => after[name] !== content[name])
  if (changed.length === 0) return
  const id = newObjectId(tx.now())
  await tx.db
    .insertInto("settings_versions")
    .values({
      id,
      version: before.version + 1,
      facts: JSON.stringify(pick(after, factNames)),
      logo_picture_id: after.logo,
      notice_picture_id: after.notice,
      restored_from: restoredFrom,
      author_id: staff.id,
      author_name: staff.name,
      created_at: tx.now(),
    })
    .execute()
  await emit(tx, restoredFrom === null ? "settings.updated" : "settings.restored", {
    actor: staff,
    id,
    before: pick(content, changed),
    after: pick(after, changed),
  })
}

export async function anonymizeSettingsAuthor({ db }: Tx, userId: string): Promise<void> {
  await db.updateTable("settings_versions").set({ author_name: ERASED_NAME }).where("author_id", "=", userId).execute()
}
