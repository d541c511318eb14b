import { z } from "zod"
import { across, ifRight } from "~/domain/form-rules"
import { optionalAmount } from "~/domain/money/amount"
import { PERCENT } from "~/domain/pricing/rules"
import { FormKey } from "~/domain/records/form-key"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { visibleLine } from "~/domain/text/visible-line"
import { CODE_CHARACTER, discountKinds, normalizeCode } from "./discount"
import type { DiscountTexts } from "./discount-texts"

const NO_PERCENTAGE = "Enter a percentage up to 100"
const PERCENTAGE = /^(?:\d{1,3}(?:\.\d{0,4})?|\.\d{1,4}) ?%?$/
const MAX_CHOSEN = 100
const CODE_RULE = "A code has 3 to 40 letters, digits, hyphens and underscores"
const MAX_COUNT = 1_000_000

const code = (most: number, clean = cleanNumber) =>
  codeText(most, "Please enter a text", `At most ${most} characters`, clean)
const empty = (typed: string) => typed === ""

const count = (least: number) => {
  const sentence = `Enter a whole number from ${least} to ${MAX_COUNT}, or nothing`
  return code(10)
    .regex(/^\d*$/, foreign(sentence, /^\d$/))
    .default("")
    .transform((typed) => (empty(typed) ? null : Number(typed)))
    .refine((number) => number === null || (number >= least && number <= MAX_COUNT), { error: sentence, ...ifRight })
}

const money = optionalAmount({ least: 1 })

const day = code(20)
  .default("")
  .refine(
    (typed) => empty(typed) || z.iso.date().startsWith("2").safeParse(typed).success,
    foreign("Enter a day such as 2026-12-24", /^[\d-]$/),
  )
  .transform((typed) => (empty(typed) ? null : typed))

const chosen = z
  .array(code(60, cleanCode), "Please choose from the list")
  .max(MAX_CHOSEN, `At most ${MAX_CHOSEN}`)
  .default([])

/** An id on each line, or an address that has it */
const productList = textLines(12_000, "Please enter a text", "At most 12000 characters")
  .overwrite(cleanCode)
  .default("")
  .transform((typed) => typed.split(/\s+/).filter(Boolean))
  .refine((lines) => lines.length <= MAX_CHOSEN, `At most ${MAX_CHOSEN} products`)
  .transform((lines) => lines.map((line) => /[0-9a-f]{24}(?![0-9a-f])/i.exec(line)?.[0].toLowerCase() ?? ""))
  .refine((ids) => !ids.includes(""), "Enter a product's address or its id on each line")
  .transform((ids) => [...new Set(ids)])

const seen = z.string().max(10_000).default("")

const DiscountSnapshot = z.object({
  ...{ name: seen, code: seen, kind: seen, percent: seen, amount: seen },
  ...{ target: seen, categories: seen, products: seen, goodsFrom: seen, unitsFrom: seen, zones: seen },
  ...{ firstOrder: seen, from: seen, until: seen, maxUses: seen, maxUsesPerPerson: seen },
} satisfies Record<keyof DiscountTexts, typeof seen>)

export const DiscountForm = z
  .object({
    name: visibleLine(60, {
      missing: "Please enter a name",
      tooLong: "At most 60 characters",
      unprintable: "There is a character in the name that cannot be used",
    }),
    code: code(200, cleanCode)
      .default("")
      .refine((typed) => empty(typed) || normalizeCode(typed) !== null, foreign(CODE_RULE, CODE_CHARACTER))
      .transform(normalizeCode),
    kind: z.enum(discountKinds, "Choose what is taken off"),
    percent: code(10)
      .default("")
      .refine((typed) => empty(typed) || PERCENTAGE.test(typed), foreign(NO_PERCENTAGE, /^[\d.% ]$/))
      .transform((typed) => (empty(typed) ? null : Math.round(Number(typed.replace("%", "")) * PERCENT)))
      .refine((rate) => rate === null || (rate >= 1 && rate <= 100 * PERCENT), { error: NO_PERCENTAGE, ...ifRight }),
    amount: money,
    target: z.enum(["order", "categories", "products"], "Choose what it is on").default("order"),
    categories: chosen,
    products: productList,
    goodsFrom: money,
    unitsFrom: count(2),
    zones: chosen,
    firstOrder: z.boolean().default(false),
    from: day,
    until: day,
    maxUses: count(1),
    maxUsesPerPerson: count(1),
    snapshot: DiscountSnapshot.optional(),
    formKey: FormKey,
  })
  .refine(({ kind, percent }) => kind !== "percent" || percent !== null, {
    error: NO_PERCENTAGE,
    path: ["percent"],
    ...across("kind", "percent"),
  })
  .refine(({ kind, amount }) => kind !== "amount" || amount !== null, {
    error: "Enter an amount such as 12.50",
    path: ["amount"],
    ...across("kind", "amount"),
  })
  .refine(({ kind, target }) => kind !== "shipping" || target === "order", {
    error: "Free shipping is for the whole order",
    path: ["target"],
    ...across("kind", "target"),
  })
  .refine(({ target, categories }) => target !== "categories" || categories.length > 0, {
    error: "Choose a category",
    path: ["categories"],
    ...across("target", "categories"),
  })
  .refine(({ target, products }) => target !== "products" || products.length > 0, {
    error: "Enter a product",
    path: ["products"],
    ...across("target", "products"),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    error: "The last day must not be before the first",
    path: ["until"],
    ...across("from", "until"),
  })
  .transform(({ from, until, target, categories, products, kind, percent, amount, ...rest }) => ({
    ...rest,
    kind,
    percent: kind === "percent" ? percent : null,
    amount: kind === "amount" ? amount : null,
    categories: target === "categories" ? categories : [],
    products: target === "products" ? products : [],
    from,
    until,
  }))
export type DiscountForm = z.output<typeof DiscountForm>
