import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct } from "../csv/imported-product"

/** A row of a file by the keys of its columns, without empty cells */
export interface SheetRow<Key extends string = string> {
  /** Counted as editors do; the heading is line 1. */
  line: number
  cells: Partial<Record<Key, string>>
}

export interface SheetColumn {
  /** Names in newer and older files */
  headings: readonly string[]
  /** The field of the shop, for the preview */
  becomes: string
}

/** The product file of another shop's software */
export interface SheetFormat<Key extends string = string> {
  name: string
  columns: Record<Key, SheetColumn>
  /** Without these columns, the file is another format. */
  required: readonly Key[]
  /** May read the rows twice; holds at most their variants in memory. */
  read(rows: () => AsyncIterable<SheetRow<Key>>): AsyncIterable<ImportedProduct>
}

/** For each heading of the file, in its order, the key of its column; `null` where it is ignored */
type SheetKeys<Key extends string = string> = (Key | null)[]

export function matchHeadings<Key extends string>(
  { columns, required }: Pick<SheetFormat<Key>, "columns" | "required">,
  headings: readonly string[],
): SheetKeys<Key> | null {
  const byHeading = new Map<string, Key>()
  for (const key of Object.keys(columns) as Key[]) {
    for (const heading of columns[key].headings) byHeading.set(textKey(heading), key)
  }
  const used = new Set<Key>()
  const keys = headings.map((heading) => {
    const key = byHeading.get(textKey(heading.trim())) ?? null
    if (key === null || used.has(key)) return null
    used.add(key)
    return key
  })
  return required.every((key) => used.has(key)) ? keys : null
}

/** What each heading of a file becomes; `null` where it is ignored */
export type SheetMapping = { heading: string; becomes: string | null }[]

export function describeMapping<Key extends string>(
  { columns }: Pick<SheetFormat<Key>, "columns">,
  headings: readonly string[],
  keys: SheetKeys<Key>,
): SheetMapping {
  return headings.map((heading, place) => {
    const key = keys[place] ?? null
    return { heading: heading.trim().slice(0, 100), becomes: key === null ? null : columns[key].becomes }
  })
}
