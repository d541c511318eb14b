import type { CatalogVersion, Queryable } from "~/domain/shop"
import { cached } from "./counts.server"
import { groupTags, type OptionChoice, optionOfTag, valueOfTag } from "./option-filter"

/** Keys of merged options, with the key that each was merged into */
export type MergedOptions = ReadonlyMap<string, string>

/** The highest number of merged names */
export const MAX_MERGED = 200

export async function readMergedOptions(shop: Queryable, { version }: CatalogVersion): Promise<MergedOptions> {
  return cached(shop, version, "merged options", async () => {
    const rows = await shop.db
      .selectFrom("option_names")
      .select(["key", "merged_into"])
      .where("merged_into", "is not", null)
      .limit(MAX_MERGED)
      .execute()
    return new Map(rows.map((row) => [row.key, row.merged_into ?? row.key]))
  })
}

export function mergedTag(merged: MergedOptions, tag: string): string {
  const own = optionOfTag(tag)
  return `${merged.get(own) ?? own}=${valueOfTag(tag)}`
}

/** Returns the products' tags that shoppers see as this one. */
export function tagsOf(merged: MergedOptions, tag: string): string[] {
  return keysOf(merged, optionOfTag(tag)).map((key) => `${key}=${valueOfTag(tag)}`)
}

export function keysOf(merged: MergedOptions, option: string): string[] {
  return [option, ...[...merged].flatMap(([key, into]) => (into === option ? [key] : []))]
}

/** Resolves a choice to the products' tags, one list for each option as shoppers see it. */
export function resolveOptions(merged: MergedOptions, options: readonly OptionChoice[]): OptionChoice[] {
  const seen = options.flat().map((tag) => mergedTag(merged, tag))
  return groupTags(seen).map((tags) => tags.flatMap((tag) => tagsOf(merged, tag)).sort())
}
