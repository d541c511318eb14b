import { z } from "zod"

export const ArchiveHead = z.object({
  /** Format 1, of older versions, has neither checksums nor a seal. */
  format: z.union([z.literal(1), z.literal(2)]),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string().max(200)).min(1).max(10_000),
  /** Tables in the order of their foreign keys */
  tables: z
    .array(z.object({ name: z.string().regex(/^\w{1,63}$/), columns: z.array(z.string().regex(/^\w{1,63}$/)).min(1) }))
    .min(1)
    .max(1000),
})
export type ArchiveHead = z.output<typeof ArchiveHead>

/** `sha256` covers the rows in the text format of COPY. */
const TableSum = z.object({ rows: z.number().int(), sha256: z.string() })
export type TableSum = z.output<typeof TableSum>

export const ArchiveEnd = z.object({
  tables: z.record(z.string(), TableSum),
  objects: z.number().int(),
  /** Objects that the tables refer to and the media store lacked */
  missing: z.number().int(),
  /** Objects that the media store returned with other contents than were stored; they are left out. */
  damaged: z.array(z.string()).default([]),
  /** Invariants that were violated at the time */
  contradictions: z.array(z.string()),
  /** The SHA-256 of each checksum entry; they cover all other entries before them */
  sums: z.array(z.string()).default([]),
})
export type ArchiveEnd = z.output<typeof ArchiveEnd>

export const ENTRIES_PER_SUMS = 10_000

/** Entries in their order; `sums/<number>.sha256` follows every ten thousand entries, and precedes the end. */
export const entryNames = {
  head: "head.json",
  secret: "session-secret",
  end: "end.json",
  part: (table: string, part: number) => `tables/${table}/${String(part).padStart(6, "0")}.copy.gz`,
  object: (name: string) => `media/${name}`,
  sums: (number: number) => `sums/${String(number).padStart(6, "0")}.sha256`,
}

export function tableOfPart(name: string): string | null {
  return /^tables\/(\w{1,63})\/\d{6,}\.copy\.gz$/.exec(name)?.[1] ?? null
}

export function objectOf(name: string): string | null {
  return /^media\/([\w.-]{1,200})$/.exec(name)?.[1] ?? null
}

export function isSums(name: string): boolean {
  return /^sums\/\d{6,}\.sha256$/.test(name)
}
