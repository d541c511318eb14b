import type { Selectable } from "kysely"
import type { Database } from "~db/database.server"
import type { PageVersionsTable } from "~db/schema"
import type { Admin } from "../accounts/user"
import type { Queryable } from "../shop"
import { notFound } from "../shop-error"
import { type PageName, type PageVersion, pageNames } from "./page"
import { shippedPage } from "./shipped-pages.server"

/** The page as it is now. */
export async function findPage({ db }: Queryable, name: PageName): Promise<PageVersion> {
  return newestOf(db, name)
}

/** @throws ShopError `notFound` */
export async function findPageVersion({ db }: Queryable, name: PageName, version: number): Promise<PageVersion> {
  if (version === 0) return shippedPage(name)
  const row = await versionsOf(db, name).where("version", "=", version).executeTakeFirst()
  if (!row) throw notFound("There is no such version of this page")
  return toPage(row)
}

/** Every page as it is now. */
export async function listPages({ db }: Queryable, _admin: Admin): Promise<PageVersion[]> {
  const rows = await db
    .selectFrom("page_versions")
    .selectAll()
    .distinctOn("page")
    .orderBy("page")
    .orderBy("version", "desc")
    .execute()
  return pageNames.map((name) => {
    const row = rows.find(({ page }) => page === name)
    return row ? toPage(row) : shippedPage(name)
  })
}

const VERSIONS_PER_PAGE = 10

/** The saved versions of a page, newest first; the shipped one is the last. */
export async function listPageVersions(
  { db }: Queryable,
  _admin: Admin,
  name: PageName,
  { page }: { page: number },
): Promise<{ versions: PageVersion[]; count: number }> {
  const rows = await versionsOf(db, name)
    .orderBy("version", "desc")
    .limit(VERSIONS_PER_PAGE)
    .offset((page - 1) * VERSIONS_PER_PAGE)
    .execute()
  const { version: newest } = await newestOf(db, name)
  const isEnd = page * VERSIONS_PER_PAGE > newest && (page - 1) * VERSIONS_PER_PAGE <= newest
  return { versions: [...rows.map(toPage), ...(isEnd ? [shippedPage(name)] : [])], count: newest + 1 }
}

async function newestOf(db: Database, name: PageName): Promise<PageVersion> {
  const row = await versionsOf(db, name).orderBy("version", "desc").limit(1).executeTakeFirst()
  return row ? toPage(row) : shippedPage(name)
}

function versionsOf(db: Database, name: PageName) {
  return db.selectFrom("page_versions").selectAll().where("page", "=", name)
}

function toPage(row: Selectable<PageVersionsTable>): PageVersion {
  return {
    name: row.page as PageName,
    version: row.version,
    title: row.title,
    body: row.body,
    author: row.author_name,
    createdAt: row.created_at,
    restoredFrom: row.restored_from,
  }
}
