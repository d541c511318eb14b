import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, test } from "vitest"

const root = resolve(import.meta.dirname, "../../..")

/** Expressions that convert between times and days without the shop's time zone */
const PATTERNS = [
  /toISOString\(\)\s*\.(?:slice|substring|substr)\(0, (?:4|7|10)\)/,
  /toISOString\(\)\s*\.split\(/,
  /\.(?:get|set)(?:UTC)?(?:Date|Day|Month|FullYear|Hours)\(/,
  /Date\.UTC\(/,
  /T00:00(?::00(?:\.000)?)?Z/,
  /timeZone:\s*["']UTC["']/,
  /toLocale(?:Date|Time)String/,
  /DateTimeFormat\((?![^)]*timeZone)/,
  /\bcurrent_date\b|\blocaltimestamp\b/i,
  /at time zone 'utc'/i,
  /date_trunc\([^)]*(?:now\(\)|created_at|_at\b)/i,
  /(?:now\(\)|_at)::date\b/i,
  /\bnew Date\((?:from|to|day)\)|Date\.parse\((?:from|to|day)\)/,
]

/** Exceptions, each with the reason why the shop's time zone does not apply */
const ALLOWED: Record<string, string> = {
  "app/domain/payments/card.ts": "the month of a card's expiry is the issuer's",
  "app/routes/account/profile.tsx":
    "Member since is the first ten characters of the creation date, by the specification",
  "app/domain/returns/withdrawal.ts": "a period ends with its last day in the last zone on earth, not in the shop's",
}

function problemsOf(text: string): string[] {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, "")
  return PATTERNS.flatMap((pattern) => pattern.exec(code)?.[0] ?? [])
}

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file))

const isOfShop = (file: string) =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^app\/(?:testing|domain\/days|commands\/bench)\//.test(file)

const read = (file: string) => readFileSync(join(root, file), "utf8")

describe("days of a zone", () => {
  test("are created from times in this folder only", () => {
    const found = filesIn("app")
      .filter((file) => isOfShop(file) && !(file in ALLOWED))
      .map((file) => [file, problemsOf(read(file))] as const)
    expect(found.length).toBeGreaterThan(500)
    expect(found.filter(([, problems]) => problems.length > 0)).toEqual([])
  })

  test("are in the shop's time zone in the database, too", () => {
    const since = filesIn("db/migrations").filter((file) => file >= "db/migrations/0105" && file.endsWith(".sql"))
    const functions = filesIn("db/functions")
    expect([since.length, functions.length].every((count) => count > 0)).toBe(true)
    const found = [...since, ...functions].map(
      (file) => [file, problemsOf(read(file).replace(/^\s*--.*$/gm, ""))] as const,
    )
    expect(found.filter(([, problems]) => problems.length > 0)).toEqual([])
  })

  test("have exceptions that are still needed", () => {
    for (const file of Object.keys(ALLOWED)) expect([file, problemsOf(read(file)).length > 0]).toEqual([file, true])
  })

  test.each([
    "const day = now.toISOString().slice(0, 10)",
    "const day = now\n  .toISOString()\n  .slice(0, 10)",
    "const year = now.getUTCFullYear()",
    "const year = now.getFullYear()",
    'const start = new Date(day + "T00:00:00Z")',
    'new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })',
    'new Intl.DateTimeFormat("en-GB", { dateStyle: "long" })',
    "sql`kept_until < current_date`",
    "sql`(created_at at time zone 'UTC')::date`",
    "sql`date_trunc('day', created_at)`",
    "sql`created_at::date`",
    'matching.where("at", ">=", new Date(from))',
  ])("are detected when created elsewhere: %s", (code) => {
    expect(problemsOf(code)).not.toEqual([])
  })
})
