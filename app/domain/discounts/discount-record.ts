import { z } from "zod"
import { ifValid } from "~/domain/form-rules"
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

/** A rate in millionths */
const Percentage = codeText(10, "Please enter a text", "At most 10 characters", cleanNumber)
  .default("")
  .refine((typed) => typed === "" || PERCENTAGE.test(typed), foreign(NO_PERCENTAGE, /^[\d.% ]$/))
  .transform((typed) => (typed === "" ? null : Math.round(Number(typed.replace("%", "")) * PERCENT)))
  .refine((rate) => rate === null || (rate >= 1 && rate <= 100 * PERCENT), { error: NO_PERCENTAGE, ...ifValid })

/** Ids or product addresses, one on each line; returns the ids. */
const ProductList = textLines(12_000, "Please enter a text", "At most 12000 characters")
  .overwrite(cleanCode)
  .default("")
  .transform((typed) => typed.split(/\s+/).filter(Boolean))
  .refine((lines) => lines.length <= MAX_PRODUCTS, `At most ${MAX_PRODUCTS} products`)
  .transform((lines) => lines.map((line) => /[0-9a-f]{24}(?![0-9a-f])/i.exec(line)?.[0].toLowerCase() ?? ""))
  .refine((ids) => !ids.includes(""), "Enter a product address or ID on each line")
  .transform((ids) => [...new Set(ids)])

const targetNames = { order: "The whole order", categories: "Categories", products: "Products" }

export const discountRecord = record(
  {
    name: line({ label: "Name", hint: "Shown on orders and invoices.", about: "as shown on orders and invoices" }, 60),
    /** In capitals; null for an automatic discount */
    code: text(
      {
        label: "Code",
        hint: "3 to 40 letters, digits, hyphens and underscores. Leave empty for an automatic discount; if several apply, shoppers get the best one.",
        autoComplete: "off",
        about: "the code that shoppers enter; empty if the discount is automatic",
      },
      Code,
    ),
    kind: oneOf(discountKindNames, {
      label: "Type",
      missing: "Choose a type",
      about: "percent, amount or shipping",
    }),
    percent: text(
      {
        label: "Percentage",
        auditLabel: true,
        inputMode: "decimal",
        width: "short",
        about: "the percentage, or empty",
      },
      Percentage,
      { kind: "percent", toText: (rate) => (rate === null ? "" : String(rate / PERCENT)) },
    ),
    amount: money({ label: "Amount off", about: "the amount off, or empty" }, { least: 1 }),
    target: unstored(
      choice(
        { label: "Applies to", auditLabel: true, options: optionsOf(targetNames) },
        z.enum(["order", "categories", "products"], "Choose what the discount applies to").default("order"),
      ),
      ({ categories, products }: Record<"categories" | "products", string[]>) =>
        categories.length > 0 ? "categories" : products.length > 0 ? "products" : "order",
    ),
    /** Category keys; if `products` is empty too, the discount applies to the whole order. */
    categories: someOf({ label: "Categories", about: "the keys of the categories that it applies to, or empty" }),
    products: lines(
      {
        label: "Products",
        hint: "One product address or ID on each line.",
        rows: 3,
        maxLength: 12_000,
        about: "the products that it applies to, see products, or empty",
      },
      ProductList,
    ),
    goodsFrom: money(
      { label: "Minimum purchase", auditLabel: true, about: "the minimum price of the goods, or empty" },
      { least: 1 },
    ),
    unitsFrom: count(
      { label: "Minimum quantity", auditLabel: true, about: "the minimum number of units, or empty" },
      2,
    ),
    /** Zone ids; empty for all places */
    zones: someOf({
      label: "Only for deliveries to",
      auditLabel: true,
      about: "the zones to which orders must be delivered, or empty",
    }),
    firstOrder: flag({ label: "Only for a first order", about: "yes if it is only for first orders, or empty" }),
    from: day(
      {
        label: "Start date",
        hint: "Starts at midnight in the shop’s time zone. Leave empty to start now.",
        auditLabel: true,
        about: "when it begins, or empty",
      },
      "startsAt",
      "first",
    ),
    until: day(
      {
        label: "End date",
        hint: "The last day of the discount. Leave empty for no end.",
        auditLabel: true,
        about: "when it ends, or empty",
      },
      "endsAt",
      "last",
    ),
    maxUses: count({ label: "Maximum uses", auditLabel: true, about: "the maximum number of uses, or empty" }, 1),
    maxUsesPerPerson: count(
      { label: "Maximum uses per customer", auditLabel: true, about: "the maximum for each customer, or empty" },
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
        message: "Free shipping applies to the whole order",
      },
      {
        across: ["from", "until"],
        holds: ({ from, until }) => from === null || until === null || from <= until,
        message: "The end date must not be before the start date",
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
