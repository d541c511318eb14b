import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct } from "../csv/imported-product"

/** A row of a file by the keys of its columns, without empty cells */
export interface SheetRow<Key extends string = string> {
  /** The line number as editors count; the heading is line 1. */
  line: number
  cells: Partial<Record<Key, string>>
}

export interface SheetColumn {
  /** Names in newer and older files */
  headings: readonly string[]
  /** The shop's field, for the preview */
  becomes: string
}

/** The product file format of another shop system */
export interface SheetFormat<Key extends string = string> {
  name: string
  columns: Record<Key, SheetColumn>
  /** A file without these columns has another format. */
  required: readonly Key[]
  /** May read the rows twice; holds at most their variants in memory. */
  read(rows: () => AsyncIterable<SheetRow<Key>>): AsyncIterable<ImportedProduct>
}

/** The key of the column for each heading of the file, in order; `null` if it is ignored */
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

/** The mapping of each heading of a file; `null` if it is ignored */
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
