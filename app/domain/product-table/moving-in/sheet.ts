import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct } from "../csv/imported-product"
import type { ReadContext } from "./read-context"

/** A row of a file by the keys of its columns, without empty cells; numbers are written as in `-1234.50`. */
export interface SheetRow<Key extends string = string> {
  /** The line number as editors count; the heading is line 1. */
  line: number
  cells: Partial<Record<Key, string>>
  /** The reason why this row cannot be used */
  problem?: string
}

export interface SheetColumn {
  /** Names in newer and older files, and in other languages */
  headings: readonly string[]
  /**
   * The beginnings of headings of columns that occur several times, such as the stock of each place. The rest of the
   * heading follows the key of such a column, as in `quantity Berlin`.
   */
  prefixes?: readonly string[]
  /** The shop's field, for the preview */
  becomes: string
  /** `typed` may have the decimals of any country; `program` is written with a point unless someone has changed it. */
  number?: "typed" | "program"
}

/** The product file format of another shop system */
export interface SheetFormat<Key extends string = string> {
  name: string
  columns: Record<Key, SheetColumn>
  /** A file without these columns has another format. */
  required: readonly Key[]
  /** Finds the columns of a file whose headings are in an unknown language, by their order and some rows. */
  recognise?(headings: readonly string[], rows: readonly (readonly string[])[]): SheetKeys<Key> | null
  /** May read the rows several times; holds at most their variants in memory. */
  read(rows: () => AsyncIterable<SheetRow<Key>>, context: ReadContext<Key>): AsyncIterable<ImportedProduct>
}

/** The key of the column for each heading of the file, in order; `null` if it is ignored */
export type SheetKeys<Key extends string = string> = (Key | null)[]

/** Quotation marks, spaces and asterisks differ between the versions of a program. */
export function headingKey(heading: string): string {
  return textKey(
    heading
      .replaceAll(/[\u2018\u2019\u00b4`]/g, "'")
      .replaceAll(/[\s\u00a0]+/g, " ")
      .replace(/ ?\*$/, "")
      .trim(),
  )
}

type Columns<Key extends string> = Pick<SheetFormat<Key>, "columns">

/** Returns the column of each heading that has one; of two for the same key, the first. */
export function findColumns<Key extends string>(
  { columns }: Columns<Key>,
  headings: readonly string[],
): SheetKeys<Key> {
  const byHeading = new Map<string, Key>()
  const prefixes: [string, Key][] = []
  for (const key of Object.keys(columns) as Key[]) {
    for (const heading of columns[key].headings) byHeading.set(headingKey(heading), key)
    for (const prefix of columns[key].prefixes ?? []) prefixes.push([headingKey(prefix), key])
  }
  const used = new Set<string>()
  return headings.map((heading) => {
    const name = headingKey(heading)
    const prefix = prefixes.find(([start]) => name.startsWith(`${start} `))
    const several = prefix && (`${prefix[1]} ${heading.trim().slice(prefix[0].length).trim()}` as Key)
    const key = byHeading.get(name) ?? several ?? null
    if (key === null || used.has(key)) return null
    used.add(key)
    return key
  })
}

export function matchHeadings<Key extends string>(
  format: Pick<SheetFormat<Key>, "columns" | "required">,
  headings: readonly string[],
): SheetKeys<Key> | null {
  const keys = findColumns(format, headings)
  return format.required.every((key) => keys.includes(key)) ? keys : null
}

export function columnOf<Key extends string>({ columns }: Columns<Key>, key: Key): SheetColumn | undefined {
  return columns[key] ?? columns[key.split(" ", 1)[0] as Key]
}

/** The mapping of each heading of a file; `null` if it is ignored, with values from the first rows */
export type SheetMapping = { heading: string; becomes: string | null; samples?: string[] }[]

/** Returns the columns of a file that have a heading, and no use. */
export function ignoredColumns(mapping: SheetMapping | null): { heading: string; samples: string[] }[] {
  return (mapping ?? []).flatMap(({ heading, becomes, samples = [] }) =>
    becomes === null && heading !== "" ? [{ heading, samples }] : [],
  )
}

export function describeMapping<Key extends string>(
  format: Columns<Key>,
  headings: readonly string[],
  keys: SheetKeys<Key>,
): SheetMapping {
  return headings.map((heading, place) => {
    const key = keys[place] ?? null
    return {
      heading: cut(heading.trim(), 100),
      becomes: key === null ? null : (columnOf(format, key)?.becomes ?? null),
    }
  })
}
