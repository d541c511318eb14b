import { z } from "zod"
import { FormKey } from "~/domain/accounts/forms/form-key-schema"
import { across } from "~/domain/form-rules"
import { optionalAmount } from "~/domain/money/amount"
import { visibleLine } from "~/domain/text/visible-line"
import { endOfDay, startOfDay } from "../days"
import { PERCENT } from "../pricing/rules"
import { discountKinds, normalizeCode } from "./discount"
import type { DiscountTexts } from "./discount-texts"

const MAX_CHOSEN = 100
const MAX_COUNT = 1_000_000

const text = (most: number) => z.string("Please enter a text").trim().max(most, `At most ${most} characters`)
const empty = (typed: string) => typed === ""

const count = (least: number) =>
  text(10)
    .default("")
    .transform((typed) => (empty(typed) ? null : Number(typed.replaceAll(",", ""))))
    .refine((number) => number === null || (Number.isInteger(number) && number >= least && number <= MAX_COUNT), {
      error: `Enter a whole number from ${least} to 1,000,000, or nothing`,
    })

const money = optionalAmount({ least: 1 })

const day = text(20)
  .default("")
  .refine((typed) => empty(typed) || z.iso.date().safeParse(typed).success, "Enter a day such as 2026-12-24")
  .transform((typed) => (empty(typed) ? null : typed))

const chosen = z.array(text(60), "Please choose from the list").max(MAX_CHOSEN, `At most ${MAX_CHOSEN}`).default([])

/** An id on each line, or an address that has it */
const productList = text(12_000)
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
    code: text(200)
      .default("")
      .refine(
        (typed) => empty(typed) || normalizeCode(typed) !== null,
        "A code has 3 to 40 letters, digits and hyphens",
      )
      .transform(normalizeCode),
    kind: z.enum(discountKinds, "Choose what is taken off"),
    percent: text(10)
      .default("")
      .transform((typed) => (empty(typed) ? null : Math.round(Number(typed.replace("%", "")) * PERCENT)))
      .refine((rate) => rate === null || (rate >= 1 && rate <= 100 * PERCENT), "Enter a percentage up to 100"),
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
    error: "Enter a percentage up to 100",
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
    startsAt: startOfDay(from),
    endsAt: endOfDay(until),
  }))
export type DiscountForm = z.output<typeof DiscountForm>
