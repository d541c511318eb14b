import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { currencyCodes } from "~/domain/money/currency"
import { choice, flag, line, text } from "~/domain/records/fields"
import { record } from "~/domain/records/record"
import { versionSchema } from "~/domain/records/record-version"
import { linesOf } from "~/domain/settings/settings"
import { SHORT_NAME } from "~/domain/shipping/zones/zone-form"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { withForeignCharacter } from "~/domain/text/foreign-character"
import { isPrintable } from "~/domain/text/line-of-text"
import { searchText } from "~/domain/text/search-text"
import { textKey } from "~/domain/text/text-key"
import { textLines } from "~/domain/text/text-lines"
import { isShippedClass, MAX_CSV, parseRate, percentText, TOO_LONG_CSV } from "./tax-rate"

const NO_RATE = "Enter a percentage such as 19 or 8.875, at most 100"
const NO_CLASS = "Choose a tax class"
const NO_DAY = "Enter a date such as 2027-01-01, or leave this empty"
const MAX_CLASSES = 20
const MAX_CLASS = 40

const Rate = codeText(20, NO_RATE, NO_RATE, cleanNumber).transform((text, context) => {
  const rate = parseRate(text)
  if (rate !== null) return rate
  context.addIssue({ code: "custom", message: withForeignCharacter(NO_RATE, text, /^[\d.,% ]$/) })
  return z.NEVER
})

const OptionalDay = codeText(10, NO_DAY, NO_DAY, cleanNumber)
  .refine((text) => text === "" || isDay(text), foreign(NO_DAY, /^[\d-]$/))
  .default("")
  .transform((text) => text || null)

export const rateRecord = record(
  {
    place: text(
      {
        label: "Place",
        hint: "Such as Germany, or United States, Ohio, or United States, Ohio, 432*, or Everywhere. The most specific place applies.",
        required: true,
      },
      codeText(300, "Name a place, such as Germany", "Name one place").min(1, "Name a place, or Everywhere"),
    ),
    name: line(
      { label: "Name", hint: "Such as VAT or Sales tax. Rates with different names are all charged." },
      60,
      SHORT_NAME,
    ),
    rate: text({ label: "Rate (%)", inputMode: "decimal", width: "short", required: true }, Rate, {
      kind: "percent",
      toText: percentText,
    }),
    taxClass: choice({ label: "Tax class", placeholder: "Choose" }, codeText(MAX_CLASS, NO_CLASS, NO_CLASS)),
    from: text(
      {
        label: "Valid from",
        hint: "Starts at midnight in the shop’s time zone. Leave empty to start now. A later rate with the same name, place and class replaces an earlier one.",
        type: "date",
        width: "medium",
      },
      OptionalDay,
    ),
    onShipping: flag({ label: "Also charge on shipping, if shipping is taxed" }),
  },
  { comparedBy: "version" },
)

export const RateForm = rateRecord.form
export type RateForm = z.output<typeof RateForm>

export function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success && /^2\d{3}-/.test(text)
}

const TOO_MANY_CLASSES = `A shop has at most ${MAX_CLASSES} additional classes`

const classes = textLines(2_000, "Enter a class on each line", TOO_MANY_CLASSES)
  .transform((text) => linesOf(text))
  .refine((names) => names.length <= MAX_CLASSES, TOO_MANY_CLASSES)
  .refine((names) => names.every((name) => name.length <= MAX_CLASS), `A class has at most ${MAX_CLASS} characters`)
  .refine(
    (names) => names.every((name) => isPrintable(name) && !/[|,]/.test(name)),
    "A class cannot have a comma, a vertical bar or an invisible character",
  )
  .refine((names) => new Set(names.map(textKey)).size === names.length, "A class is listed twice")
  .refine((names) => !names.some((name) => isShippedClass(textKey(name))), "Standard, reduced and zero already exist")
  .default([])

export const PricesForm = z.object({
  snapshot: versionSchema,
  included: z.enum(["without", "with"], "Choose how prices are entered"),
  shipping: z.string("Choose how shipping is taxed").max(60, "Choose how shipping is taxed"),
  classes,
  ignoresTerritories: z.boolean().default(false),
  /** The currency is absent once it is fixed. */
  currency: z.enum(currencyCodes, "Choose a currency").optional(),
})
export type PricesForm = z.output<typeof PricesForm>

export const TaxUndo = z.object({ version: versionSchema })

export const TaxFilter = z.object({
  search: searchText(100),
  page: PageNumber,
})
export type TaxFilter = z.output<typeof TaxFilter>

export const RatesForm = z.object({
  snapshot: versionSchema,
  rates: textLines(MAX_CSV, "Enter the text of a file", TOO_LONG_CSV).default(""),
  replaces: z.boolean().default(false),
})
