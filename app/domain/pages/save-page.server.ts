import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { ERASED_NAME } from "~/domain/erased-name"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { RestoreVersion } from "~/domain/settings/settings-schema"
import type { Shop, Tx } from "~/domain/shop"
import { assertNewest, compareFields, StaleEdit } from "~/domain/validation/stale-edit"
import type { PageName, PageVersion } from "./page"
import { type PageForm, pageRecord } from "./page-schema"
import { findPage, findPageVersion } from "./page-versions.server"

/** @throws StaleEdit */
export async function savePage(
  shop: Shop,
  staff: Staff<"pages.edit">,
  name: PageName,
  { snapshot, title, body }: Pick<PageForm, "snapshot" | "title" | "body">,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockPage(tx, name)
    if (before.version !== snapshot) {
      const opened = pageRecord.textsOf(await findPageVersion(tx, name, snapshot))
      const fields = compareFields(opened, pageRecord.textsOf(before))
      if (fields.length > 0) throw new StaleEdit("page", fields, before.author)
    }
    await insertVersion(tx, staff, before, { title, body, restoredFrom: null })
  })
}

/** Copies an earlier version; 0 is the shipped page. @throws ShopError `conflict` if `snapshot` is no longer the newest */
export async function restorePage(
  shop: Shop,
  staff: Staff<"pages.edit">,
  name: PageName,
  { version, snapshot }: RestoreVersion,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockPage(tx, name)
    assertNewest("this page", before, snapshot)
    const { title, body } = await findPageVersion(tx, name, version)
    await insertVersion(tx, staff, before, { title, body, restoredFrom: version })
  })
}

/** Blocks writers only. */
async function lockPage(tx: Tx, name: PageName): Promise<PageVersion> {
  await sql`lock table page_versions in share row exclusive mode`.execute(tx.db)
  return findPage(tx, name)
}

interface NewText {
  title: string
  body: string
  restoredFrom: number | null
}

async function insertVersion(
  tx: Tx,
  staff: Staff<"pages.edit">,
  before: PageVersion,
  { title, body, restoredFrom }: NewText,
) {
  if (title === before.title && body === before.body) return
  const [id, version] = [newObjectId(tx.now()), before.version + 1]
  await tx.db
    .insertInto("page_versions")
    .values({
      id,
      page: before.name,
      version,
      title,
      body,
      restored_from: restoredFrom,
      author_id: staff.id,
      author_name: staff.name,
      created_at: tx.now(),
    })
    .execute()
  await emit(tx, restoredFrom === null ? "page.updated" : "page.restored", {
    actor: staff,
    id,
    before: { page: before.name, version: before.version, title: before.title, length: before.body.length },
    after: { page: before.name, version, title, length: body.length },
  })
}

export async function anonymizePageAuthor({ db }: Tx, userId: string): Promise<void> {
  await db.updateTable("page_versions").set({ author_name: ERASED_NAME }).where("author_id", "=", userId).execute()
}
