import { z } from "zod"
import { type Day, type Days, lastDayOf } from "~/domain/days/days"
import { ifValid } from "~/domain/form-rules"
import { optionalAmount } from "~/domain/money/amount"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { visibleLine } from "~/domain/text/visible-line"
import { type Control, type ControlOption, optionsOf } from "./control"

/** How a stored value is written in the audit log and in exports; `percent` is in millionths. */
export type ValueKind = "text" | "number" | "thousandths" | "percent" | "money" | "day" | "flag" | "list"

/** One field of any record */
export interface AnyField {
  readonly control: Control
  readonly kind: ValueKind
  /** Reads what a form sends. */
  readonly schema: z.ZodType
  /** The name of the stored value where it differs from the form's; null for a field that is not stored */
  readonly as: string | null | undefined
  /** Returns the stored value of what the schema returns. */
  readonly toStored: (value: never, days: Days) => unknown
  /** Writes a stored value as the form shows it, with an item of a list on each line. */
  readonly toText: (stored: never, days: Pick<Days, "dayOf">) => string
  /** Its description in the export, which has it only then */
  readonly about?: string | undefined
}

export interface Field<S extends z.ZodType, Stored, As extends string | null | undefined> extends AnyField {
  readonly schema: S
  readonly as: As
  readonly toStored: (value: z.output<S>, days: Days) => Stored
  readonly toText: (stored: Stored, days: Pick<Days, "dayOf">) => string
}

type Shown = Omit<Control, "kind" | "options"> & { about?: string }

interface Meaning<S extends z.ZodType, Stored> {
  kind: Control["kind"]
  value: ValueKind
  schema: S
  options?: readonly ControlOption[]
  toText: (stored: Stored) => string
}

function field<S extends z.ZodType>(
  { about, ...shown }: Shown,
  { kind, value, schema, options, toText }: Meaning<S, z.output<S>>,
): Field<S, z.output<S>, undefined> {
  return {
    control: { kind, ...shown, ...(options && { options }) },
    ...{ kind: value, schema, toText, as: undefined, about },
    toStored: (sent) => sent,
  }
}

/** A required line of text */
export function line(
  shown: Shown,
  most: number,
  { noun = "name", tooLong = `At most ${most} characters` }: { noun?: string; tooLong?: string } = {},
) {
  const messages = {
    missing: `Please enter a ${noun}`,
    tooLong,
    unprintable: `There is a character in the ${noun} that cannot be used`,
  }
  return text({ required: true, maxLength: most, ...shown }, visibleLine(most, messages))
}

/** What a schema reads from a line; `null` is an empty text. */
export function text<S extends z.ZodType>(
  shown: Shown,
  schema: S,
  { toText = plainText, kind = "text" }: { toText?: (stored: z.output<S>) => string; kind?: ValueKind } = {},
) {
  return field({ required: false, ...shown }, { kind: "text", value: kind, schema, toText })
}

/** A text of several lines, or a list with an item on each */
export function lines<S extends z.ZodType>(shown: Shown, schema: S) {
  const toText = (stored: unknown) => (Array.isArray(stored) ? stored.join("\n") : plainText(stored))
  const isList = Array.isArray(schema.safeParse("").data)
  return field({ required: false, ...shown }, { kind: "lines", value: isList ? "list" : "text", schema, toText })
}

function plainText(stored: unknown): string {
  return stored === null ? "" : String(stored)
}

/** An optional amount */
export function money(shown: Shown, range: Parameters<typeof optionalAmount>[0]) {
  return amount(shown, optionalAmount(range))
}

/** An amount with a given schema; null is an empty text. */
export function amount<S extends z.ZodType<Cents | null>>(shown: Shown, schema: S) {
  const toText = (cents: Cents | null) => (cents === null ? "" : centsToText(cents))
  return field({ required: false, ...shown }, { kind: "money", value: "money", schema, toText })
}

const MAX_COUNT = 1_000_000

const typedText = (most: number) => codeText(most, "Please enter a text", `At most ${most} characters`, cleanNumber)

/** An optional whole number */
export function count(shown: Shown, least: number) {
  const sentence = `Enter a whole number from ${least} to ${MAX_COUNT}, or leave this empty`
  const schema = typedText(10)
    .regex(/^\d*$/, foreign(sentence, /^\d$/))
    .default("")
    .transform((typed) => (typed === "" ? null : Number(typed)))
    .refine((number) => number === null || (number >= least && number <= MAX_COUNT), { error: sentence, ...ifValid })
  return text({ inputMode: "numeric", width: "short", ...shown }, schema, { kind: "number" })
}

const OptionalDay = typedText(20)
  .default("")
  .refine(
    (typed) => typed === "" || z.iso.date().startsWith("2").safeParse(typed).success,
    foreign("Enter a day such as 2026-12-24", /^[\d-]$/),
  )
  .transform((typed): Day | null => (typed === "" ? null : typed))

/** An optional day of which the first moment, or the one after the last, is stored under another name */
export function day<As extends string>(
  shown: Shown,
  as: As,
  edge: "first" | "last",
): Field<typeof OptionalDay, Date | null, As> {
  const [toDay, toMoment] =
    edge === "first"
      ? [(moment: Date, days: Pick<Days, "dayOf">) => days.dayOf(moment), (day: Day, days: Days) => days.startOf(day)]
      : [lastDayOf, (day: Day, days: Days) => days.endOf(day)]
  return {
    ...text({ type: "date", ...shown }, OptionalDay, { kind: "day" }),
    as,
    toStored: (typed, days) => (typed === null ? null : toMoment(typed, days)),
    toText: (moment, days) => (moment === null ? "" : toDay(moment, days)),
  }
}

/** One of some values with names; `missing` is the message for any other. */
export function oneOf<const Value extends string>(
  names: Readonly<Record<Value, string>>,
  { missing, ...shown }: Shown & { missing: string },
) {
  const schema = z.enum(Object.keys(names) as [Value, ...Value[]], missing)
  return choice({ ...shown, options: optionsOf(names) }, schema)
}

/** One of the options that its loader adds, or of those given */
export function choice<S extends z.ZodType<string>>(
  { options, ...shown }: Shown & { options?: readonly ControlOption[] },
  schema: S,
) {
  return field({ required: true, ...shown }, { kind: "choice", value: "text", schema, options, toText: plainText })
}

const MAX_CHOSEN = 100

const Chosen = z
  .array(codeText(60, "Please enter a text", "At most 60 characters", cleanCode), "Please choose from the list")
  .max(MAX_CHOSEN, `At most ${MAX_CHOSEN}`)
  .default([])

/** Several of the options that its loader adds, or of those given, in any order */
export function someOf(shown: Shown): Field<typeof Chosen, string[], undefined>
export function someOf<S extends z.ZodType<string[]>>(
  shown: Shown,
  schema: S,
  options?: readonly ControlOption[],
): Field<S, z.output<S>, undefined>
export function someOf(shown: Shown, schema: z.ZodType<string[]> = Chosen, options?: readonly ControlOption[]) {
  const toText = (chosen: readonly string[]) => chosen.toSorted().join("\n")
  return field(shown, { kind: "choices", value: "list", schema, options, toText })
}

export function flag(shown: Shown) {
  const schema = z.boolean().default(false)
  const options = [{ value: "on", label: "Yes" }]
  return field(shown, { kind: "flag", value: "flag", schema, options, toText: (isOn) => (isOn ? "on" : "") })
}

/** A field whose stored value stays if nothing is sent */
export function keptIfAbsent<S extends z.ZodType>(
  field: Field<S, z.output<S>, undefined>,
): Field<z.ZodOptional<S>, z.output<S>, undefined> {
  return { ...field, schema: field.schema.optional(), toStored: (sent) => sent as z.output<S> }
}

/** A field of the form alone, whose text follows from the stored record */
export function unstored<S extends z.ZodType, Stored>(
  field: Field<S, z.output<S>, undefined>,
  toText: (record: Stored) => string,
): Field<S, Stored, null> {
  return { ...field, as: null, toText, toStored: () => undefined as never }
}
