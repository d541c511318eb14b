import { z } from "zod"

/** The first entry of a backup: what is needed to read the rest. */
export const ArchiveHead = z.object({
  /** 2 has sums of all entries and a seal; 1, of versions before, has neither. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.iso.datetime(),
  /** The migrations that the tables had, in order. */
  migrations: z.array(z.string().max(200)).min(1).max(10_000),
  /** In an order in which no row comes before one that it refers to. */
  tables: z
    .array(z.object({ name: z.string().regex(/^\w{1,63}$/), columns: z.array(z.string().regex(/^\w{1,63}$/)).min(1) }))
    .min(1)
    .max(1000),
})
export type ArchiveHead = z.output<typeof ArchiveHead>

/** What was read from, or written to, one table; `sha256` is that of its rows in the text format of COPY. */
const TableSum = z.object({ rows: z.number().int(), sha256: z.string() })
export type TableSum = z.output<typeof TableSum>

/** The last entry: an archive that has it is whole, and can be compared with it. */
export const ArchiveEnd = z.object({
  tables: z.record(z.string(), TableSum),
  objects: z.number().int(),
  /** Objects that the tables name and the media store did not have. */
  missing: z.number().int(),
  /** The invariants that were violated already. */
  contradictions: z.array(z.string()),
  /** The SHA-256 of each entry with sums, which have that of every other entry before this one. */
  sums: z.array(z.string()).default([]),
})
export type ArchiveEnd = z.output<typeof ArchiveEnd>

/** So many entries have their sums in one entry. */
export const ENTRIES_PER_SUMS = 10_000

/**
 * The names of a backup's entries, in their order:
 * `head.json`, `tables/<table>/<part>.copy.gz` …, `session-secret`, `media/<object>` …, `end.json`; after every ten
 * thousand of them, and before the end, `sums/<number>.sha256`.
 */
export const entryNames = {
  head: "head.json",
  secret: "session-secret",
  end: "end.json",
  part: (table: string, part: number) => `tables/${table}/${String(part).padStart(6, "0")}.copy.gz`,
  object: (name: string) => `media/${name}`,
  sums: (number: number) => `sums/${String(number).padStart(6, "0")}.sha256`,
}

/** Which table a part belongs to, or `null` for another entry. */
export function tableOfPart(name: string): string | null {
  return /^tables\/(\w{1,63})\/\d{6,}\.copy\.gz$/.exec(name)?.[1] ?? null
}

/** Which object of the media store an entry is, or `null` for another entry. */
export function objectOf(name: string): string | null {
  return /^media\/([\w.-]{1,200})$/.exec(name)?.[1] ?? null
}

export function isSums(name: string): boolean {
  return /^sums\/\d{6,}\.sha256$/.test(name)
}
