import { sql } from "kysely"
import { optionOf } from "~/domain/catalog/catalog-changes.server"
import { optionKey, type ProductOption } from "~/domain/catalog/variants/variant"
import type { Queryable, Shop } from "~/domain/shop"
import { compareNames } from "~/domain/text/compare-names"
import { allOf } from "./condition.server"
import { cached, countKey, listVersion } from "./counts.server"
import { filterConditions, findCategory, matchesSearch } from "./filter-conditions.server"
import type { Matches } from "./matches.server"
import { keysOf, type MergedOptions, mergedTag, readMergedOptions, tagsOf } from "./merged-options.server"
import { groupTags, optionOfTag, valueOfTag } from "./option-filter"

export interface OptionCount {
  key: string
  name: string
  values: ValueCount[]
}

interface ValueCount {
  tag: string
  /** The products' tags, by which an address may name it */
  tags: string[]
  name: string
  /** The number of products that have it in stock; `null` in a list with too many to count */
  count: number | null
  isChosen: boolean
}

/** A longer list shows the values of this many of its newest products, without counts. */
const MAX_COUNTED = 10_000
const MAX_TAGS = 400
const MAX_OPTIONS = 5
const MAX_VALUES = 40

/** Counts each option's values among the products that the other filters leave. */
export async function countOptions(shop: Shop, matches: Matches): Promise<OptionCount[]> {
  const { filter, catalog, search } = matches
  if (filter.keyword !== "" && search === null) return []
  const merged = await readMergedOptions(shop, catalog)
  const chosen = filter.options.map((tags) => mergedTag(merged, tags[0] ?? ""))
  const others = filter.options.map((own) => ({
    ...filter,
    options: filter.options.filter((choice) => choice !== own),
  }))
  const [unfiltered = [], ...filtered] = await Promise.all(
    [filter, ...others].map((one) => readTagCounts(shop, { ...matches, filter: one }, merged)),
  )
  const isFiltered = (tag: string) => chosen.some((own) => optionOfTag(own) === optionOfTag(tag))
  const counts = [
    ...unfiltered.filter(({ tag }) => !isFiltered(tag)),
    ...filtered.flatMap((found, at) => found.filter(({ tag }) => optionOfTag(tag) === optionOfTag(chosen[at] ?? ""))),
  ]
  noteOptions(shop, merged, counts)
  const chosenTags = new Set(filter.options.flat().map((tag) => mergedTag(merged, tag)))
  return describeOptions(shop, merged, counts, chosenTags)
}

interface TagCount {
  tag: string
  count: number | null
  /** The newest product that has it, whose spelling is shown */
  newest: string
}

function readTagCounts(
  shop: Queryable,
  { filter, catalog, search }: Matches,
  merged: MergedOptions,
): Promise<TagCount[]> {
  return cached(shop, listVersion(catalog), `options ${countKey(filter, search)}`, async () => {
    const conditions = filterConditions(shop, filter)
    if (search) conditions.push(matchesSearch(search, findCategory(shop, filter)))
    const found = await sql<TagCount & { isPartial: boolean }>`
      with listed as materialized (
        select id, option_tags from products where ${allOf(conditions)} and products.has_options
        order by created_at desc, id desc limit ${MAX_COUNTED + 1})
      select tag, count(*) as count, max(id) as newest, (select count(*) from listed) > ${MAX_COUNTED} as "isPartial"
      from listed, ${merged.size === 0 ? sql`unnest(option_tags) tag` : mergedTags}
      group by tag order by count(*) desc, tag limit ${MAX_TAGS}`.execute(shop.db)
    return found.rows.map(({ tag, count, newest, isPartial }) => ({ tag, newest, count: isPartial ? null : count }))
  })
}

/** A product that has an option twice counts once. */
const mergedTags = sql`lateral (
  select distinct coalesce(merged_into, own) || substr(stored, length(own) + 1) as tag
  from unnest(option_tags) stored, lateral (select split_part(stored, '=', 1) as own) of_tag
    left join option_names on key = own) tags`

/** A value added to a listed product is recorded under its option. */
function noteOptions({ noteRead }: Pick<Shop, "noteRead">, merged: MergedOptions, counts: readonly TagCount[]): void {
  if (!noteRead) return
  for (const { tag } of counts) for (const stored of tagsOf(merged, tag)) noteRead(optionOf(stored))
  const options = new Set(counts.map(({ tag }) => optionOfTag(tag)))
  for (const option of options) for (const key of keysOf(merged, option)) noteRead(optionOf(key))
}

async function describeOptions(
  shop: Queryable,
  merged: MergedOptions,
  counts: readonly TagCount[],
  chosen: ReadonlySet<string>,
): Promise<OptionCount[]> {
  const missing = [...chosen].filter((tag) => counts.every((counted) => counted.tag !== tag))
  const all = [...counts, ...missing.map((tag) => ({ tag, count: 0, newest: "" }))]
  if (all.length === 0) return []
  const [spelled, names] = await Promise.all([readSpelling(shop, merged, counts), readOptionNames(shop, all)])
  const countOf = new Map(all.map(({ tag, count }) => [tag, count]))
  const chosenFirst = [...all].sort((one, other) => Number(chosen.has(other.tag)) - Number(chosen.has(one.tag)))
  return groupTags(chosenFirst.map(({ tag }) => tag))
    .slice(0, MAX_OPTIONS)
    .map((tags) => {
      const key = optionOfTag(tags[0] ?? "")
      const values = tags.slice(0, MAX_VALUES).map((tag) => {
        const name = spelled.get(tag)?.name ?? valueOfTag(tag)
        return { tag, tags: tagsOf(merged, tag), name, count: countOf.get(tag) ?? null, isChosen: chosen.has(tag) }
      })
      return {
        key,
        name: names.get(key) ?? key,
        values: values.sort((one, other) => compareValues(one, other, spelled)),
      }
    })
}

interface Spelling {
  name: string
  /** The last position at which a product lists it */
  place: number
}

async function readSpelling(
  shop: Queryable,
  merged: MergedOptions,
  counts: readonly TagCount[],
): Promise<Map<string, Spelling>> {
  const ids = [...new Set(counts.map(({ newest }) => newest))]
  const products = await shop.db
    .selectFrom("products")
    .select("options")
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy("created_at")
    .execute()
  const spelled = new Map<string, Spelling>()
  for (const { name, values } of products.flatMap(({ options }): ProductOption[] => options)) {
    for (const [place, value] of values.entries()) {
      const tag = mergedTag(merged, `${optionKey(name)}=${optionKey(value.name)}`)
      spelled.set(tag, { name: value.name, place: Math.max(place, spelled.get(tag)?.place ?? 0) })
    }
  }
  return spelled
}

async function readOptionNames(shop: Queryable, tags: readonly TagCount[]): Promise<Map<string, string>> {
  const keys = [...new Set(tags.map(({ tag }) => optionOfTag(tag)))]
  const rows = await shop.db
    .selectFrom("option_names")
    .select(["key", "name"])
    .where(sql<boolean>`key = any(${keys})`)
    .execute()
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Numbers by size, then values without a number in the order of the products */
function compareValues(
  one: { tag: string; name: string },
  other: { tag: string; name: string },
  spelled: ReadonlyMap<string, Spelling>,
): number {
  const orders = [one, other].map(({ tag, name }) => {
    const number = Number.parseFloat(name.replace(",", "."))
    return Number.isNaN(number) ? [1, spelled.get(tag)?.place ?? 0] : [0, number]
  })
  const [[kind = 0, size = 0] = [], [otherKind = 0, otherSize = 0] = []] = orders
  return kind - otherKind || size - otherSize || compareNames(one.name, other.name)
}
