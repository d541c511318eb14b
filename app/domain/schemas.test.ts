import { describe, expect, test } from "vitest"
import { z } from "zod"
import { describeIssue } from "~/domain/validation/validation"
import { bodyLimits } from "~/http/bodies/body-limits"
import { type FieldTree, fieldTreeOf } from "~/http/forms/declared-fields"

const modules = import.meta.glob<Record<string, unknown>>(
  ["./**/*.ts", "!./**/*.server.ts", "!./**/*.test.ts", "!./**/testing/**"],
  { eager: true },
)

/** Every schema of input that someone can send */
const schemas = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)

/** Returns a value of this shape, with the same leaf everywhere. */
function filled(shape: FieldTree, value: unknown): unknown {
  if (shape.kind === "text") return value
  if (shape.kind === "list") return [filled(shape.of, value)]
  if (shape.kind === "record") return { "0123456789abcdef01234567": filled(shape.of, value) }
  return Object.fromEntries([...shape.fields].map(([name, one]) => [name, filled(one, value)]))
}

/** Returns the number of leaves. */
function endsOf(shape: FieldTree): number {
  if (shape.kind === "text") return 1
  if (shape.kind === "list" || shape.kind === "record") return endsOf(shape.of)
  return [...shape.fields.values()].reduce((sum, one) => sum + endsOf(one), 0)
}

/** `order/new` validates parts of its input later, by schemas that are also listed here. */
function shaped(schema: z.ZodType): FieldTree {
  return schema instanceof z.ZodObject && "paymentInfo" in schema.shape
    ? fieldTreeOf(schema.pick({ paymentInfo: true }))
    : fieldTreeOf(schema)
}

test("there are schemas to check", () => {
  expect(schemas.length).toBeGreaterThan(40)
})

describe("a refusal is a sentence for a person", () => {
  const zodsOwn =
    /invalid (input|option|key|element|string|number|value)|expected|received|too (big|small)|unrecogni|>=|<=/i
  const emptyValues = [undefined, null, "", " ", [], {}, [[]], [{}], [null], ["", ""]]
  const odd = ["x", "x".repeat(20_000), "-1", "0", "1e400", "3.5", "9".repeat(30), true, -1, 3.5, 1e308, Number.NaN, {}]
  const files = [new File(["x"], "x.png")]

  test.each(schemas)("of %s", (_, schema) => {
    const shape = shaped(schema)
    const values = [...emptyValues, ...odd, ...files]
    for (const value of [...values, ...values.map((one) => filled(shape, one)), filled(shape, Array(500).fill("x"))]) {
      const messages = schema.safeParse(value, { error: describeIssue }).error?.issues ?? []
      for (const { message } of messages) {
        expect(message).not.toMatch(zodsOwn)
        expect(message.length).toBeLessThan(150)
      }
    }
  })
})

describe("messages that a schema does not define are in plain words", () => {
  const Odd = z.object({
    exp_year: z.number().int().max(12),
    pinCode: z.string().min(2).max(3),
    tags: z.array(z.string()).min(1).max(2),
    size: z.enum(["S", "M", "L"]),
    agreed: z.literal("on"),
    email: z.email(),
    even: z.number().multipleOf(2),
    card: z.object({ cvc: z.string() }),
    gift: z.boolean(),
  })
  const messages = (value: unknown) =>
    Odd.safeParse(value, { error: describeIssue }).error?.issues.map(({ message }) => message)

  test("for missing input", () => {
    expect(messages({ card: {} })).toEqual([
      "Exp year is missing",
      "Pin code is missing",
      "Tags is missing",
      "Size is missing",
      "Agreed is missing",
      "Email is missing",
      "Even is missing",
      "Cvc is missing",
      "Gift is missing",
    ])
    expect(messages(undefined)).toEqual(["This is missing"])
  })

  test("for invalid input", () => {
    const wrong = {
      exp_year: 13,
      pinCode: "1",
      tags: ["a", "b", "c"],
      size: "XL",
      agreed: "off",
      email: "ada",
      even: 3,
    }
    expect(messages({ ...wrong, card: "4242", gift: "yes" })).toEqual([
      "Exp year is too large: at most 12",
      "Pin code is too short: at least 2 characters",
      "Tags is too long: at most 2 entries",
      "Size must be “S”, “M” or “L”",
      "Agreed can only be “on”",
      "Email must be an email address",
      "Even is not valid",
      "Card must be a group of fields",
      "Gift must be yes or no",
    ])
  })
})

describe("a text is limited in length before it is processed", () => {
  /** Texts that are slowest to normalise, to trim, to match */
  const shapes = [
    "\u0300",
    "\u0301\u0316",
    " ",
    "\t\n",
    "a",
    "a.",
    "1",
    "1 ",
    "$1",
    "a@",
    "-",
    "😀",
    "\ufdfa",
    "x\u034f",
  ]

  /** Milliseconds for a body of the largest size, which is linear work */
  const LIMIT = 15

  /** Milliseconds of processor time, the best of several runs, so that other load does not count */
  function fastest(work: () => unknown): number {
    let best = Infinity
    for (let tries = 0; tries < 12 && best >= LIMIT; tries++) {
      const start = process.cpuUsage()
      work()
      best = Math.min(best, process.cpuUsage(start).user / 1_000)
    }
    return best
  }

  test.each(schemas)("by %s", (_, schema) => {
    const shape = shaped(schema)
    const length = Math.min(bodyLimits.oneText, Math.floor(bodyLimits.text / Math.max(1, endsOf(shape))))
    for (const one of shapes) {
      for (const [front, back] of [
        ["", ""],
        ["1", "!"],
        ["a@b.c", "\0"],
      ]) {
        const text = front + one.repeat(length / one.length) + back
        const value = filled(shape, text)
        expect(
          fastest(() => schema.safeParse(value)),
          JSON.stringify(text.slice(0, 10)),
        ).toBeLessThan(LIMIT)
      }
    }
  })
})
