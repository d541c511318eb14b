import { z } from "zod"
import { text } from "~/domain/records/fields"
import { record } from "~/domain/records/record"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { withForeignCharacter } from "~/domain/text/foreign-character"
import { MAX_MEASURE, type MeasureUnit, measureOptions, measureText, measureUnitNames } from "./measure"

const NO_NUMBER = "Contents must be a number such as 500 or 0.75"
const TOO_LITTLE = "Contents must be more than 0"
const TOO_MUCH = "Contents can be at most 1000000"

const thousandths = /^(\d{1,10})(?:\.(\d{1,3}))?$/

export const MeasureAmount = codeText(100, NO_NUMBER, NO_NUMBER, cleanNumber).transform((typed, context) => {
  if (typed === "") return null
  const [, whole = "", part = ""] = thousandths.exec(typed) ?? []
  const amount = whole === "" ? null : Number(whole) * 1_000 + Number(part.padEnd(3, "0"))
  if (amount !== null && amount > 0 && amount <= MAX_MEASURE) return amount
  context.addIssue({ code: "custom", message: refusalOf(typed, amount) })
  return z.NEVER
})

function refusalOf(typed: string, amount: number | null): string {
  if (amount === 0) return TOO_LITTLE
  if (amount !== null) return TOO_MUCH
  if (typed.includes(",")) return "Write contents with a point and no comma, such as 0.75"
  return withForeignCharacter(NO_NUMBER, typed, /^[\d.]$/)
}

const NO_SUCH_UNIT = "Choose a unit such as g, ml, m or piece"

/** How files write units besides their names; Google's are `sqm`, `cbm` and `ct`. */
const otherNames: Record<string, MeasureUnit> = {
  ...{ "m²": "m2", sqm: "m2", "m³": "m3", cbm: "m3", pieces: "piece", pcs: "piece", ct: "piece" },
}

export const MeasureUnitName = codeText(20, NO_SUCH_UNIT, NO_SUCH_UNIT).transform((typed, context) => {
  const name = typed.toLowerCase()
  if (name === "") return null
  const unit = measureUnitNames.find((known) => known === name) ?? otherNames[name]
  if (unit) return unit
  context.addIssue({ code: "custom", message: NO_SUCH_UNIT })
  return z.NEVER
})

/** What one unit of a variant contains; a product has that of its cheapest variant. */
export const measureRecord = record({
  measureAmount: text(
    {
      label: "Contents",
      hint: "How much one contains, such as 500 g or 6 pieces. Shoppers then see the price of 1 kg, 1 l, 1 m, 1 m² or 1 piece, which the EU and the UK want.",
      inputMode: "decimal",
      width: "short",
      about: "what one contains, as a number, or empty",
    },
    MeasureAmount.default(null),
    { kind: "thousandths", toText: (amount) => (amount === null ? "" : measureText(amount)) },
  ),
  measureUnit: {
    ...text(
      { label: "Unit of its contents", about: "the unit of its contents, or empty" },
      MeasureUnitName.default(null),
    ),
    control: {
      kind: "choice" as const,
      label: "Unit of its contents",
      placeholder: "None",
      required: false,
      options: measureOptions,
    },
  },
})
