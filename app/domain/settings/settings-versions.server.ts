import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { ROWS_PER_PAGE } from "~/domain/lists/paginate.server"
import { pictureOf } from "~/domain/media/picture-column.server"
import type { Queryable, Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Database } from "~db/database.server"
import { emptySettings, type FactorPolicy, type SettingsVersion } from "./settings"

export async function readNewestSettings({ db }: Pick<Queryable, "db">): Promise<SettingsVersion> {
  const row = await versionsOf(db).orderBy("version", "desc").limit(1).executeTakeFirst()
  return row ? toVersion(row) : noSettings
}

/** Reads the policy and locks it until the transaction ends. */
export async function holdFactorPolicy(tx: Tx): Promise<FactorPolicy> {
  await sql`lock table settings_versions in share mode`.execute(tx.db)
  return (await readNewestSettings(tx)).settings
}

export async function findSettingsVersion({ db }: Queryable, version: number): Promise<SettingsVersion> {
  if (version === 0) return noSettings
  const row = await versionsOf(db).where("version", "=", version).executeTakeFirst()
  if (!row) throw notFound("There is no such version of the settings")
  return toVersion(row)
}

export interface SettingsChange {
  version: SettingsVersion
  before: SettingsVersion
}

export async function listSettingsChanges(
  { db }: Queryable,
  _staff: Staff<"settings.edit">,
  { page }: { page: number },
): Promise<{ changes: SettingsChange[]; newest: number; count: number }> {
  const { version: newest } = await readNewestSettings({ db })
  const rows = await versionsOf(db)
    .orderBy("version", "desc")
    .limit(ROWS_PER_PAGE + 1)
    .offset((page - 1) * ROWS_PER_PAGE)
    .execute()
  const versions = rows.map(toVersion)
  const changes = versions.slice(0, ROWS_PER_PAGE).map((version, index) => {
    return { version, before: versions[index + 1] ?? noSettings }
  })
  return { changes, newest, count: newest }
}

const noSettings: SettingsVersion = {
  version: 0,
  settings: emptySettings,
  author: null,
  createdAt: null,
  restoredFrom: null,
}

function versionsOf(db: Database) {
  return db
    .selectFrom("settings_versions")
    .select(["version", "author_name as author", "created_at as createdAt", "restored_from as restoredFrom"])
    .select(["facts", pictureOf("logo_picture_id").as("logo"), pictureOf("notice_picture_id").as("notice")])
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof versionsOf>["executeTakeFirstOrThrow"]>>

function toVersion({ facts, logo, notice, ...version }: VersionRow): SettingsVersion {
  return { ...version, settings: { ...emptySettings, ...facts, logo, notice } }
}
