import fc from "./fast-check"

/** Values of every wrong type, at every limit */
const FUZZ_VALUES: readonly unknown[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\u202egnp.exe",
  "e\u0301".repeat(500),
  "x".repeat(20_000),
  "'; drop table users; --",
  "<script>alert(1)</script>",
  "%00%0a%ff",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "NaN",
  "-1",
  "1e308",
  "999999999999999999999999",
  "0x10",
  "2026-02-30",
  "+275760-09-13T00:00:00.001Z",
  "-000001-01-01",
  "undefined",
  "[object Object]",
  "data:image/png;base64,AAAA",
  "http://169.254.169.254/latest",
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 63,
  null,
  true,
  false,
  [],
  [[]],
  [null],
  ["x", "x"],
  Array(300).fill("x"),
  {},
  { a: { b: { c: {} } } },
  JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}'),
  JSON.parse(`${"[".repeat(300)}${"]".repeat(300)}`),
]

const fuzzValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FUZZ_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 300 }) },
  { weight: 1, arbitrary: fc.anything({ withBigInt: false, withDate: false, maxDepth: 3 }) },
)

/** Returns `count` values, the same for the same seed. */
export function fuzzValues(count: number, seed: number): unknown[] {
  return fc.sample(fuzzValue, { numRuns: count, seed })
}

/** Varies a valid body: in turn one field, every field, extra fields, or the whole body. */
export function fuzzed(valid: unknown, turn: number, seed: number): unknown {
  const values = fuzzValues(12, seed)
  if (typeof valid !== "object" || valid === null || Array.isArray(valid) || turn % 4 === 3) return values[0]
  const names = Object.keys(valid)
  const chosen = turn % 4 === 0 ? [names[Math.abs(seed) % Math.max(1, names.length)] ?? "x"] : names
  const changes =
    turn % 4 === 2
      ? [
          ["__proto__", values[0]],
          [asText(values[1]).slice(0, 100), values[2]],
        ]
      : chosen.map((name, at) => [name, values[at % 12]])
  return Object.fromEntries([...Object.entries(valid), ...changes])
}

/** Converts a value to the text of a form field. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : String(JSON.stringify(value))
}
