import type { z } from "zod"
import { invalid } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"

type Issue = z.core.$ZodRawIssue

/** @throws ShopError `invalid` with the first issue */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalid(issue?.message ?? "This request is not valid", issue?.path.join("."))
}

/** A schema's own messages take precedence. */
export function describeIssue(issue: Issue): string {
  return `${labelOf(issue.path ?? [])} ${problemOf(issue)}`
}

function problemOf(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return "is missing"
  if (issue.code === "invalid_type") return `must be ${TYPE_NAMES[issue.expected] ?? "something else"}`
  if (issue.code === "invalid_value") return choicesOf(issue.values)
  if (issue.code === "too_big") return tooBig(issue.origin, Number(issue.maximum))
  if (issue.code === "too_small") return tooSmall(issue.origin, Number(issue.minimum))
  if (issue.code === "invalid_format" && issue.format === "email") return "must be an email address"
  return "is not valid"
}

const TYPE_NAMES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "yes or no",
  array: "a list",
  object: "a group of fields",
  record: "a group of fields",
}

const MAX_CHOICES = 8

function choicesOf(values: readonly unknown[]): string {
  const words = values.map((value) => `“${String(value)}”`)
  if (words.length === 0 || words.length > MAX_CHOICES) return "is not one of the choices"
  return words.length === 1 ? `can only be ${words[0]}` : `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

function tooBig(origin: string, most: number): string {
  if (origin === "string") return `is too long: at most ${pluralize(most, "character")}`
  if (origin === "array" || origin === "set") return `is too long: at most ${pluralize(most, "entry", "entries")}`
  return `is too large: at most ${most}`
}

function tooSmall(origin: string, least: number): string {
  if (origin === "string") return least <= 1 ? "is missing" : `is too short: at least ${pluralize(least, "character")}`
  if (origin === "array" || origin === "set") {
    return least <= 1 ? "is missing" : `is too short: at least ${pluralize(least, "entry", "entries")}`
  }
  return `is too small: at least ${least}`
}

function labelOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((step): step is string => typeof step === "string")
  if (name === undefined) return "This"
  const words = name
    .slice(0, 50)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words === "" ? "This" : words.charAt(0).toUpperCase() + words.slice(1)
}
