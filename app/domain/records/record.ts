import { z } from "zod"
import type { Days } from "~/domain/days/days"
import { across as unlessInvalid } from "~/domain/form-rules"
import type { Control, ControlOption, RecordView } from "./control"
import type { AnyField, ValueKind } from "./fields"
import { FormKey } from "./form-key"
import { versionSchema } from "./record-version"

export type Fields = Record<string, AnyField>
type Name<F extends Fields> = keyof F & string

/** What the schemas of the fields return */
type Typed<F extends Fields> = { [K in keyof F]: z.output<F[K]["schema"]> }

/** What may be sent, with `undefined` for what was not */
type Sendable<F extends Fields> = { [K in keyof Kept<F>]?: Kept<F>[K] | undefined }

/** Without the fields that are not stored */
export type Kept<F extends Fields> = {
  [K in keyof F as F[K]["as"] extends null ? never : K]: z.output<F[K]["schema"]>
}

type Stored<One> = One extends { toText: (stored: infer Value, days: Days) => string } ? Value : never

type StoredName<F extends Fields, K extends keyof F> = F[K]["as"] extends string
  ? F[K]["as"]
  : F[K]["as"] extends null
    ? never
    : K

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ""

type Bare<S> = S extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : S

/** What a form returns for fields that are left empty */
export type Emptied<F extends Fields> = {
  [K in keyof F as F[K]["schema"] extends z.ZodDefault ? K : never]: z.output<F[K]["schema"]>
}

/** Any of the fields, as files and calls send them: an absent one is left as it is */
export type Changes<F extends Fields> = { [K in keyof F]: z.ZodOptional<Bare<F[K]["schema"]>> }

/** The stored values by their names */
export type Values<F extends Fields> = { [K in keyof F as StoredName<F, K>]: Stored<F[K]> }

/** The stored values by their columns */
export type Columns<F extends Fields> = { [K in keyof F as Snake<StoredName<F, K> & string>]: Stored<F[K]> }

export type Texts<F extends Fields> = Record<Name<F>, string>

type Rule<F extends Fields> = {
  /** The rule is checked if none of these is invalid. */
  across: readonly Name<F>[]
} & (
  | { holds: (typed: Typed<F>) => boolean /** Shown at the last of them. */; message: string }
  | { check: (typed: Typed<F>, report: (field: Name<F>, message: string) => void) => void }
)

interface Rules<F extends Fields, Extra extends z.ZodRawShape, By> {
  /** By what a stale edit is recognized: the texts that the form was opened with, or the number of their version */
  comparedBy?: By
  /** Fields that count only while another has this value, and then must not be empty: the other, its value, the message */
  only?: { [K in Name<F>]?: readonly [other: Name<F>, value: string, message: string] }
  rules?: readonly Rule<F>[]
  /** Further texts that a stale edit is recognized by */
  alsoCompared?: readonly string[]
  /** Further input of the form */
  extra?: Extra
}

type Sent<F extends Fields, Extra extends z.ZodRawShape, By> = Kept<F> & {
  [K in keyof Extra]: z.output<Extra[K]>
} & (By extends "version" ? { snapshot: number } : { snapshot?: Record<string, string> | undefined }) & {
    formKey?: string | undefined
  }

export interface RecordOf<F extends Fields, Extra extends z.ZodRawShape = z.ZodRawShape, By = unknown> {
  readonly fields: F
  /** Reads and checks the whole form. */
  readonly form: z.ZodType<Sent<F, Extra, By>>
  readonly changes: z.ZodObject<Changes<F>>
  readonly controls: Record<Name<F>, Control>
  readonly names: readonly Name<F>[]
  readonly columns: readonly (keyof Columns<F> & string)[]
  valuesOf(row: Columns<F>): Values<F>
  rowOf(values: Values<F>): Columns<F>
  /** Returns the record's own values of something that has others, too. */
  pick(values: Values<F>): Values<F>
  /** The values of the fields that a form may leave empty */
  readonly emptied: Emptied<F>
  columnsOf(typed: Kept<F>, days: Days): Columns<F>
  /** Returns what was sent for the record's own fields. */
  sent(typed: Sendable<F>): Partial<Kept<F>>
  /** Returns the stored values of the fields that were sent. */
  storedOf(typed: Sendable<F>, days: Days): Partial<Values<F>>
  /** @param days of the shop, for a record with moments */
  textsOf(values: Values<F>, days?: Pick<Days, "dayOf">): Texts<F>
  /** The texts of a record that does not exist */
  readonly noTexts: Texts<F>
  /** The values as the audit log keeps them: with days, which stay what they were if the shop's time zone changes */
  auditOf(values: Values<F> | Partial<Values<F>>, days: Pick<Days, "dayOf">): Record<string, unknown>
  /** What a loader sends. @param options of fields whose choices depend on the shop */
  view(
    texts: Partial<Texts<F>>,
    opened: Pick<RecordView, "formKey" | "snapshot"> & {
      options?: Partial<Record<Name<F>, readonly ControlOption[]>>
    },
  ): RecordView<Name<F>>
}

const noMoments = {
  dayOf(): never {
    throw new Error("The texts of this record need the shop's days")
  },
}

const SentText = z.string().max(30_000).default("")

/**
 * Declares the fields of a record once. Its form, stored texts, columns, audit entries and export follow from them;
 * what is locked, allowed and written is the room's own.
 */
export function record<
  F extends Fields,
  Extra extends z.ZodRawShape = Record<never, never>,
  By extends "snapshot" | "version" = "snapshot",
>(fields: F, rules: Rules<F, Extra, By> = {}): RecordOf<F, Extra, By> {
  const names = Object.keys(fields) as Name<F>[]
  const fieldOf = (name: Name<F>): AnyField => fields[name] as AnyField
  const storedFields = storedFieldsOf(fields)
  const controls = Object.fromEntries(names.map((name) => [name, fieldOf(name).control])) as Record<Name<F>, Control>
  const textOf = (name: Name<F>, values: Values<F>, days: Pick<Days, "dayOf">) => {
    const { as, toText } = fieldOf(name)
    return toText((as === null ? values : values[(as ?? name) as keyof Values<F>]) as never, days)
  }
  const textsOf = (values: Values<F>, days: Pick<Days, "dayOf"> = noMoments) =>
    Object.fromEntries(names.map((name) => [name, textOf(name, values, days)])) as Texts<F>

  return {
    fields,
    form: formOf(fields, rules),
    changes: changesOf(fields),
    controls,
    names,
    columns: storedFields.map(({ column }) => column) as (keyof Columns<F> & string)[],
    textsOf,
    noTexts: Object.fromEntries(names.map((name) => [name, ""])) as Texts<F>,
    valuesOf: (row) =>
      Object.fromEntries(
        storedFields.map(({ stored, column }): [string, unknown] => [stored, (row as Record<string, unknown>)[column]]),
      ) as Values<F>,
    pick: (values) =>
      Object.fromEntries(storedFields.map(({ stored }) => [stored, values[stored as keyof Values<F>]])) as Values<F>,
    emptied: Object.fromEntries(
      Object.entries(fields).flatMap(([name, { schema }]) => {
        return schema instanceof z.ZodDefault ? [[name, schema.parse(undefined)]] : []
      }),
    ) as Emptied<F>,
    rowOf: (values) =>
      Object.fromEntries(
        storedFields.map(({ stored, column }): [string, unknown] => [column, values[stored as keyof Values<F>]]),
      ) as Columns<F>,
    columnsOf: (typed, days) =>
      Object.fromEntries(
        storedFields.map(({ name, column, field }): [string, unknown] => {
          return [column, field.toStored((typed as Record<string, unknown>)[name] as never, days)]
        }),
      ) as Columns<F>,
    sent: (typed) =>
      Object.fromEntries(
        Object.entries<unknown>(typed).filter(([name, sent]) => sent !== undefined && name in fields),
      ) as Partial<Kept<F>>,
    storedOf: (typed, days) =>
      Object.fromEntries(
        storedFields.flatMap(({ name, stored, field }) => {
          const sent = (typed as Record<string, unknown>)[name]
          return sent === undefined ? [] : [[stored, field.toStored(sent as never, days)]]
        }),
      ) as Partial<Values<F>>,
    auditOf: (values, days) =>
      Object.fromEntries(
        storedFields.flatMap(({ stored, field }) => {
          const value = values[stored as keyof Values<F>]
          return value === undefined
            ? []
            : [[stored, auditValue(field.kind, value, () => field.toText(value as never, days))]]
        }),
      ),
    view: (texts, { formKey, snapshot, options = {} }) => ({
      controls: Object.fromEntries(
        names.map((name) => {
          const own = (options as Partial<Record<string, readonly ControlOption[]>>)[name]
          return [name, own ? { ...controls[name], options: own } : controls[name]]
        }),
      ) as Record<Name<F>, Control>,
      texts,
      ...(formKey !== undefined && { formKey }),
      ...(snapshot !== undefined && { snapshot }),
      ...(snapshot === undefined && formKey === undefined && { snapshot: texts as Texts<F> }),
    }),
  }
}

/** The fields that are stored, with the names of their values and columns */
export function storedFieldsOf(fields: Fields) {
  return Object.entries(fields).flatMap(([name, field]) => {
    const stored = field.as === undefined ? name : field.as
    return stored === null ? [] : [{ name, stored, column: snakeCase(stored), field }]
  })
}

function changesOf<F extends Fields>(fields: F) {
  const shape = Object.entries(fields).map(([name, { schema }]) => [name, bareSchema(schema).optional()])
  return z.object(Object.fromEntries(shape) as Changes<F>)
}

/** Returns the schema of a field that is sent; a default is for forms, which leave empty fields out. */
export function bareSchema<S extends z.ZodType>(schema: S): Bare<S> {
  return (schema instanceof z.ZodDefault ? schema.unwrap() : schema) as Bare<S>
}

function formOf<F extends Fields, Extra extends z.ZodRawShape, By>(
  fields: F,
  { comparedBy, only = {}, rules = [], alsoCompared = [], extra }: Rules<F, Extra, By>,
): z.ZodType<Sent<F, Extra, By>> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema] as const)
  const snapshot = z
    .object(Object.fromEntries([...Object.keys(fields), ...alsoCompared].map((name) => [name, SentText])))
    .optional()
  const shape = {
    ...Object.fromEntries(schemas),
    ...extra,
    snapshot: comparedBy === "version" ? versionSchema : snapshot,
    formKey: FormKey,
  }
  const dependent = Object.entries(only as Record<string, readonly [string, string, string]>)
  const needed = dependent.map(([name, [other, value, message]]): Rule<F> => {
    return { across: [other, name], holds: (typed) => typed[other] !== value || !isEmpty(typed[name]), message }
  })
  let form: z.ZodType<Record<string, unknown>> = z.object(shape)
  for (const rule of [...needed, ...rules]) {
    form = form.superRefine(
      (typed, context) => {
        const report = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message })
        if ("check" in rule) rule.check(typed as Typed<F>, report)
        else if (!rule.holds(typed as Typed<F>)) report(rule.across.at(-1) ?? "", rule.message)
      },
      unlessInvalid(...rule.across),
    )
  }
  const kept = form.transform((typed) => {
    const idle = dependent.filter(([, [other, value]]) => typed[other] !== value)
    const emptied = {
      ...typed,
      ...Object.fromEntries(idle.map(([name]) => [name, Array.isArray(typed[name]) ? [] : null])),
    }
    return Object.fromEntries(Object.entries(emptied).filter(([name]) => fields[name]?.as !== null))
  })
  return kept as unknown as z.ZodType<Sent<F, Extra, By>>
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0)
}

function auditValue(kind: ValueKind, value: unknown, text: () => string): unknown {
  if (value === null) return null
  if (kind === "day") return text()
  return kind === "percent" || kind === "thousandths" ? Number(text()) : value
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
