import { z } from "zod"
import { ifRight } from "~/domain/form-rules"
import { PERCENT } from "~/domain/pricing/rules"
import { optionsOf } from "~/domain/records/control"
import { choice, count, day, flag, line, lines, money, oneOf, someOf, text, unstored } from "~/domain/records/fields"
import { type Columns, record, type Values } from "~/domain/records/record"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { CODE_CHARACTER, discountKindNames, normalizeCode } from "./discount"

const NO_PERCENTAGE = "Enter a percentage up to 100"
const PERCENTAGE = /^(?:\d{1,3}(?:\.\d{0,4})?|\.\d{1,4}) ?%?$/
const CODE_RULE = "A code has 3 to 40 letters, digits, hyphens and underscores"
const MAX_PRODUCTS = 100

const Code = codeText(200, "Please enter a text", "At most 200 characters", cleanCode)
  .default("")
  .refine((typed) => typed === "" || normalizeCode(typed) !== null, foreign(CODE_RULE, CODE_CHARACTER))
  .transform(normalizeCode)

/** Millionths */
const Percentage = codeText(10, "Please enter a text", "At most 10 characters", cleanNumber)
  .default("")
  .refine((typed) => typed === "" || PERCENTAGE.test(typed), foreign(NO_PERCENTAGE, /^[\d.% ]$/))
  .transform((typed) => (typed === "" ? null : Math.round(Number(typed.replace("%", "")) * PERCENT)))
  .refine((rate) => rate === null || (rate >= 1 && rate <= 100 * PERCENT), { error: NO_PERCENTAGE, ...ifRight })

/** An id on each line, or an address that has it */
const ProductList = textLines(12_000, "Please enter a text", "At most 12000 characters")
  .overwrite(cleanCode)
  .default("")
  .transform((typed) => typed.split(/\s+/).filter(Boolean))
  .refine((lines) => lines.length <= MAX_PRODUCTS, `At most ${MAX_PRODUCTS} products`)
  .transform((lines) => lines.map((line) => /[0-9a-f]{24}(?![0-9a-f])/i.exec(line)?.[0].toLowerCase() ?? ""))
  .refine((ids) => !ids.includes(""), "Enter a product's address or its id on each line")
  .transform((ids) => [...new Set(ids)])

const targetNames = { order: "The whole order", categories: "Categories", products: "Products" }

export const discountRecord = record(
  {
    name: line({ label: "Name", hint: "Stands on bills.", about: "as it stands on bills" }, 60),
    /** In capitals; null is automatic. */
    code: text(
      {
        label: "Code",
        hint: "3 to 40 letters, digits, hyphens and underscores. Empty: automatic, of which the best for the shopper counts.",
        autoComplete: "off",
        about: "what shoppers enter, or nothing where it is automatic",
      },
      Code,
    ),
    kind: oneOf(discountKindNames, {
      label: "Kind",
      missing: "Choose what is taken off",
      about: "percent, amount or shipping",
    }),
    percent: text(
      { label: "Per cent", auditLabel: true, inputMode: "decimal", width: "short", about: "per cent, or nothing" },
      Percentage,
      { kind: "percent", toText: (rate) => (rate === null ? "" : String(rate / PERCENT)) },
    ),
    amount: money({ label: "Amount", about: "what is taken off, or nothing" }, { least: 1 }),
    target: unstored(
      choice(
        { label: "On", auditLabel: true, options: optionsOf(targetNames) },
        z.enum(["order", "categories", "products"], "Choose what it is on").default("order"),
      ),
      ({ categories, products }: Record<"categories" | "products", string[]>) =>
        categories.length > 0 ? "categories" : products.length > 0 ? "products" : "order",
    ),
    /** Keys; without these and `products`, the whole order */
    categories: someOf({ label: "Categories", about: "the keys of the categories that it is on, or nothing" }),
    products: lines(
      {
        label: "Products",
        hint: "The address or the id of one on each line.",
        rows: 3,
        maxLength: 12_000,
        about: "the products that it is on, see products, or nothing",
      },
      ProductList,
    ),
    goodsFrom: money({ label: "Goods from", about: "the price of goods that it needs, or nothing" }, { least: 1 }),
    unitsFrom: count({ label: "Units from", about: "units that it needs, or nothing" }, 2),
    /** Ids; empty is everywhere. */
    zones: someOf({
      label: "Only for deliveries to",
      auditLabel: true,
      about: "the zones that it is for, or nothing",
    }),
    firstOrder: flag({ label: "Only for a first order", about: "yes for a first order alone, or nothing" }),
    from: day(
      {
        label: "From",
        hint: "Its first day, from midnight in the shop’s time zone on. Empty: at once.",
        auditLabel: true,
        about: "when it begins, or nothing",
      },
      "startsAt",
      "first",
    ),
    until: day(
      {
        label: "Until",
        hint: "Its last day. Empty: for ever.",
        auditLabel: true,
        about: "when it ends, or nothing",
      },
      "endsAt",
      "last",
    ),
    maxUses: count({ label: "Uses in all", auditLabel: true, about: "uses in all, or nothing" }, 1),
    maxUsesPerPerson: count(
      { label: "Uses for each person", auditLabel: true, about: "uses for each person, or nothing" },
      1,
    ),
  },
  {
    only: {
      percent: ["kind", "percent", NO_PERCENTAGE],
      amount: ["kind", "amount", "Enter an amount such as 12.50"],
      categories: ["target", "categories", "Choose a category"],
      products: ["target", "products", "Enter a product"],
    },
    rules: [
      {
        across: ["kind", "target"],
        holds: ({ kind, target }) => kind !== "shipping" || target === "order",
        message: "Free shipping is for the whole order",
      },
      {
        across: ["from", "until"],
        holds: ({ from, until }) => from === null || until === null || from <= until,
        message: "The last day must not be before the first",
      },
    ],
  },
)

export const DiscountForm = discountRecord.form
export type DiscountForm = z.output<typeof DiscountForm>

export interface DiscountRule extends Values<typeof discountRecord.fields> {
  id: string
  stoppedAt: Date | null
}

type Row = Columns<typeof discountRecord.fields> & { id: string; stopped_at: Date | null }

export function toDiscountRule(row: Row): DiscountRule {
  return { ...discountRecord.valuesOf(row), id: row.id, stoppedAt: row.stopped_at }
}
