import { jsonArrayFrom } from "kysely/helpers/postgres"
import { pictureOf } from "~/domain/media/picture-column.server"
import { VersionedMemory } from "~/domain/versions/versioned-memory"
import type { Database } from "~db/database.server"
import { Categories } from "./categories"

export class CategoryMemory extends VersionedMemory<Categories> {
  constructor(db: Database) {
    super(() => readCategories(db), new Categories([]))
  }
}

/** Reads categories with their version, in one snapshot. */
async function readCategories(db: Database) {
  const { version, rows, former } = await db
    .selectFrom("catalog_version")
    .select((query) => [
      "categories_version as version",
      jsonArrayFrom(
        query
          .selectFrom("categories")
          .select(["id", "key", "name", "slug", "body", "words_outdated as wordsOutdated", "successor"])
          .select([pictureOf("categories.picture_id").as("picture"), "deleted_at as deletedAt"])
          .orderBy("position")
          .orderBy("id"),
      ).as("rows"),
      jsonArrayFrom(
        query
          .selectFrom("former_category_names")
          .innerJoin("categories", "categories.id", "category_id")
          .select(["former_category_names.name as text", "categories.key"]),
      ).as("former"),
    ])
    .executeTakeFirstOrThrow()
  const present = rows.flatMap(({ successor: _, deletedAt, ...category }) => (deletedAt === null ? [category] : []))
  const successors = new Map(rows.flatMap(({ key, successor }) => (successor === null ? [] : [[key, successor]])))
  const gone = rows.filter(({ deletedAt }) => deletedAt !== null)
  const names = [
    ...former.map(({ text, key }) => [text, key] as const),
    ...gone.flatMap(({ key, name, slug }) => [[slug, key] as const, [name, key] as const]),
  ]
  return {
    version,
    value: new Categories(
      present,
      names.map(([text, key]) => [text, lastSuccessor(successors, key)] as const),
    ),
  }
}

function lastSuccessor(successors: ReadonlyMap<string, string>, key: string): string {
  const seen = new Set<string>()
  for (let next: string | undefined = key; next !== undefined && !seen.has(next); next = successors.get(next)) {
    seen.add(next)
    key = next
  }
  return key
}
