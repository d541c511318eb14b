import { z } from "zod"
import { across, ifValid } from "~/domain/form-rules"
import { amountRefusal } from "~/domain/money/amount"
import { centsToText, toCents } from "~/domain/money/format-money"
import type { ShippingMethod, ShippingStep } from "~/domain/pricing/rules"
import { FormKey } from "~/domain/records/form-key"
import { versionSchema } from "~/domain/records/record-version"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { visibleLine } from "~/domain/text/visible-line"
import { wholeNumber } from "~/domain/validation/whole-number"
import { type MethodTexts, type StepCell, stepRows } from "./method-texts"

const AMOUNT = "Enter an amount such as 4.95"
const DAYS = "Enter a number of working days"

const cell = codeText(20, AMOUNT, "This is too long", cleanNumber).default("")

const cells = Object.fromEntries(
  stepRows.flatMap((row) => [`from${row}`, `to${row}`, `price${row}`].map((name) => [name, cell])),
) as Record<StepCell, typeof cell>

const freeAbove = cell.refine((typed) => typed === "" || toCents(typed) !== null, {
  error: ({ input }) => amountRefusal(String(input), AMOUNT),
  ...ifValid,
})

const days = codeText(10, DAYS, DAYS, cleanNumber)
  .regex(/^\d{0,3}$/, foreign(`${DAYS} such as 3`, /^\d$/))
  .default("")

const text = (max: number) => textLines(max, "Enter a text", `At most ${max} characters`).default("")

export const MethodForm = z
  .object({
    snapshot: versionSchema,
    name: visibleLine(60, {
      missing: "Please enter a name",
      tooLong: "A name has at most 60 characters",
      unprintable: "There is a character in the name that cannot be used",
    }),
    kind: z.enum(["flat", "weight", "price", "pickup"], "Choose how the price is calculated"),
    ...cells,
    freeAbove,
    daysFrom: days,
    daysTo: days,
    address: text(300),
    hours: text(300),
    isOn: z.boolean().default(false),
    position: wholeNumber(1, 20, { sentence: "Enter a number", example: "2", tooLarge: "At most 20" }),
    formKey: FormKey,
  })
  .superRefine(
    (typed, context) => void readSteps(typed, (cell, message) => context.addIssue(at(cell, message))),
    across("kind", ...Object.keys(cells)),
  )
  .superRefine(
    ({ daysFrom, daysTo }, context) => {
      if ((daysFrom === "") !== (daysTo === "")) {
        context.addIssue(at(daysFrom === "" ? "daysFrom" : "daysTo", "Enter both numbers of days, or leave both empty"))
      } else if (Number(daysFrom) > Number(daysTo)) {
        context.addIssue(at("daysTo", `This must be at least ${Number(daysFrom)}`))
      }
    },
    across("daysFrom", "daysTo"),
  )
  .refine(({ kind, address }) => kind !== "pickup" || address !== "", {
    error: "Enter the collection address",
    path: ["address"],
    ...across("kind", "address"),
  })

function at(field: string, message: string) {
  return { code: "custom" as const, path: [field], message }
}

type MethodFields = z.output<typeof MethodForm>

export function toMethod(typed: MethodFields, id: string): ShippingMethod {
  const { name, kind, isOn, address, hours, daysFrom, daysTo, freeAbove } = typed
  return {
    id,
    name,
    kind,
    steps: readSteps(typed),
    freeAbove: freeAbove === "" ? null : toCents(freeAbove),
    days: daysFrom === "" ? null : { from: Number(daysFrom), to: Number(daysTo) },
    pickup: kind === "pickup" ? { address, hours } : null,
    isOn,
  }
}

/** Parses the filled rows, and reports gaps and overlaps at their cells. */
function readSteps(typed: MethodFields, addError: (cell: string, message: string) => void = () => {}): ShippingStep[] {
  const isStepped = typed.kind === "weight" || typed.kind === "price"
  const read = typed.kind === "weight" ? readGrams : toCents
  const unit = typed.kind === "weight" ? "Enter kilograms such as 2.5" : AMOUNT
  const steps: ShippingStep[] = []
  for (const row of stepRows) {
    const { from, to, price } = rowOf(typed, row)
    if (row > 1 && [from, to, price].every((text) => text === "")) continue
    if (row > 1 && !isStepped) {
      addError(from ? `from${row}` : to ? `to${row}` : `price${row}`, "Only prices by weight or order value have steps")
      continue
    }
    const before = steps.at(-1)
    const cents = price === "" && typed.kind === "pickup" ? 0 : toCents(price)
    if (cents === null) addError(`price${row}`, amountRefusal(price, AMOUNT))
    const begins = !isStepped || from === "" ? (before?.to ?? 0) : read(from)
    const ends = !isStepped || to === "" ? null : read(to)
    if (begins === null) addError(`from${row}`, unit)
    if (isStepped && to !== "" && ends === null) addError(`to${row}`, unit)
    if (before && before.to === null) addError(`from${row}`, "The row above has no end: enter its end first")
    else if (before && begins !== null && begins < (before.to ?? 0))
      addError(`from${row}`, "This overlaps with the row above: start where it ends")
    else if (before && begins !== null && begins > (before.to ?? 0))
      addError(`from${row}`, "This leaves a gap after the row above: start where it ends")
    if (begins !== null && ends !== null && ends <= begins)
      addError(`to${row}`, "The end must be greater than the start")
    steps.push({ from: begins ?? 0, to: ends, price: cents ?? 0 })
  }
  return steps
}

function rowOf(typed: MethodFields, row: (typeof stepRows)[number]) {
  return { from: typed[`from${row}`], to: typed[`to${row}`], price: typed[`price${row}`] }
}

function readGrams(text: string): number | null {
  const match = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(text)
  return match ? Number(match[1]) * 1_000 + Number((match[2] ?? "").padEnd(3, "0")) : null
}

export function methodTexts(method: ShippingMethod, position: number): MethodTexts {
  const amount = method.kind === "weight" ? (grams: number) => String(grams / 1_000) : centsToText
  const steps = method.steps.flatMap(({ from, to, price }, at): [string, string][] => {
    const isStepped = method.kind === "weight" || method.kind === "price"
    return [
      [`from${at + 1}`, isStepped ? amount(from) : ""],
      [`to${at + 1}`, to === null ? "" : amount(to)],
      [`price${at + 1}`, centsToText(price)],
    ]
  })
  return {
    name: method.name,
    kind: method.kind,
    ...Object.fromEntries(steps),
    freeAbove: method.freeAbove === null ? "" : centsToText(method.freeAbove),
    daysFrom: String(method.days?.from ?? ""),
    daysTo: String(method.days?.to ?? ""),
    address: method.pickup?.address ?? "",
    hours: method.pickup?.hours ?? "",
    isOn: method.isOn ? "on" : "",
    position: String(position),
  }
}
