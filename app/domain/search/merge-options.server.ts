import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { emit } from "~/domain/events/emit.server"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import { paginate } from "~/domain/lists/paginate.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { MAX_MERGED } from "./merged-options.server"
import type { OptionMerge } from "./option-merge"

interface OptionName {
  key: string
  name: string
  /** The name of the option that shoppers see instead */
  mergedInto: string | null
  /** The number of products visible to shoppers, at most `MAX_COUNTED` */
  count: number
}

const NAMES_PER_PAGE = 50
export const MAX_COUNTED = 10_000

/** Returns the options of products, and merged ones. */
export async function listOptionNames(
  shop: Shop,
  _staff: Staff<"products.see">,
  { page }: { page: number },
): Promise<{ names: OptionName[]; count: number }> {
  const query = shop.db
    .selectFrom("option_names")
    .leftJoin("option_names as target", "target.key", "option_names.merged_into")
    .select(["option_names.key", "option_names.name", "target.name as mergedInto"])
    .select(sql<number>`(select count(*) from (${productsWith} limit ${MAX_COUNTED}) counted)`.as("count"))
    .where(sql<boolean>`(option_names.merged_into is not null or exists (${productsWith}))`)
    .orderBy(inDictionaryOrder(sql`option_names.name`))
    .orderBy("option_names.key")
  const { rows, count } = await paginate(shop, query, page, NAMES_PER_PAGE)
  return { names: rows, count }
}

const lexeme = sql`('''' || replace(replace('option:' || option_names.key, '\\', '\\\\'), '''', '''''') || '''')`
const productsWith = sql`select from products where ${isPublic} and products.words @@ ${lexeme}::tsquery`

/** Merges two options into one for shoppers, or separates them again; products keep their own names. */
export async function mergeOption(shop: Shop, staff: Staff<"products.edit">, merge: OptionMerge): Promise<string> {
  return shop.transaction(async (tx) => {
    const { option, target } = await lockNames(tx, merge)
    if (option.merged_into === (target?.key ?? null)) return option.name
    if (target) await assertCanMerge(tx, option, target)
    await tx.db
      .updateTable("option_names")
      .set({ merged_into: target?.key ?? null })
      .where("key", "=", option.key)
      .execute()
    await emit(tx, target ? "option.merged" : "option.separated", {
      actor: staff,
      id: newObjectId(tx.now()),
      before: { name: option.name, option: option.merged_into },
      after: { name: option.name, option: target?.key ?? null },
    })
    return option.name
  })
}

type LockedName = Awaited<ReturnType<typeof lockNames>>["option"]

async function lockNames(tx: Tx, { option: key, into }: OptionMerge) {
  const rows = await tx.db
    .selectFrom("option_names")
    .select(["key", "name", "merged_into"])
    .where("key", "in", [key, into])
    .orderBy("key")
    .forUpdate()
    .execute()
  const [option, target] = [key, into].map((wanted) => rows.find((row) => row.key === wanted))
  if (!option || (into !== "" && !target)) throw notFound("No product has this option")
  return { option, target: target ?? null }
}

async function assertCanMerge(tx: Tx, option: LockedName, target: LockedName): Promise<void> {
  if (target.key === option.key) throw invalid("Choose two different options", "into")
  if (target.merged_into !== null) throw conflict(`${target.name} is already merged: separate it first`)
  const merged = await tx.db
    .selectFrom("option_names")
    .select(["name", "merged_into"])
    .where("merged_into", "is not", null)
    .limit(MAX_MERGED)
    .execute()
  const inner = merged.find(({ merged_into }) => merged_into === option.key)
  if (inner) throw conflict(`${inner.name} is merged into ${option.name}: separate it first`)
  if (merged.length === MAX_MERGED) throw conflict(`At most ${MAX_MERGED} options can be merged`)
}
