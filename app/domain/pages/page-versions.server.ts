import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { paginate, ROWS_PER_PAGE } from "~/domain/lists/paginate.server"
import type { Queryable } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Database } from "~db/database.server"
import { type PageName, type PageVersion, pageNames } from "./page"
import { shippedPage } from "./shipped-pages.server"

export async function findPage({ db }: Queryable, name: PageName): Promise<PageVersion> {
  return newestOf(db, name)
}

/** Returns the newest versions, in the order of the names. */
export async function findPages<Names extends readonly PageName[]>(
  { db }: Queryable,
  names: readonly [...Names],
): Promise<{ [Index in keyof Names]: PageVersion }> {
  const newest = versions(db).distinctOn("page").where("page", "in", names).orderBy("page").orderBy("version", "desc")
  const saved = await newest.execute()
  const pages = names.map((name) => saved.find((page) => page.name === name) ?? shippedPage(name))
  return pages as { [Index in keyof Names]: PageVersion }
}

export async function findPageVersion({ db }: Queryable, name: PageName, version: number): Promise<PageVersion> {
  if (version === 0) return shippedPage(name)
  const saved = versionsOf(db, name).where("version", "=", version)
  return saved.executeTakeFirstOrThrow(() => notFound("There is no such version of this page"))
}

export async function listPages({ db }: Queryable, _staff: Staff<"pages.edit">): Promise<PageVersion[]> {
  const saved = await versions(db).distinctOn("page").orderBy("page").orderBy("version", "desc").execute()
  return pageNames.map((name) => saved.find((page) => page.name === name) ?? shippedPage(name))
}

/** Newest first; the last one is the shipped page. */
export async function listPageVersions(
  { db }: Queryable,
  _staff: Staff<"pages.edit">,
  name: PageName,
  { page }: { page: number },
): Promise<{ versions: PageVersion[]; count: number }> {
  const { rows, count } = await paginate({ db }, versionsOf(db, name).orderBy("version", "desc"), page)
  const isEnd = rows.length < ROWS_PER_PAGE && (page - 1) * ROWS_PER_PAGE <= count
  return { versions: isEnd ? [...rows, shippedPage(name)] : rows, count: count + 1 }
}

async function newestOf(db: Database, name: PageName): Promise<PageVersion> {
  const newest = versionsOf(db, name).orderBy("version", "desc").limit(1)
  return (await newest.executeTakeFirst()) ?? shippedPage(name)
}

function versionsOf(db: Database, name: PageName) {
  return versions(db).where("page", "=", name)
}

function versions(db: Database) {
  return db
    .selectFrom("page_versions")
    .select([sql<PageName>`page`.as("name"), "version", "title", "body", "author_name as author"])
    .select(["created_at as createdAt", "restored_from as restoredFrom"])
}
