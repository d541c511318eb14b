import type { Cents } from "~/domain/money/money"
import type { UnitPrice } from "../measures/shown-unit-price"
import { type Choice, optionFields } from "../product-path"
import { findVariant, type ProductOption, type Variant } from "./variant"

export type OptionField = (typeof optionFields)[number]

/** Unchecked slugs of a form or an address */
export type SentChoice = Partial<Record<OptionField, string>>

export type ChoosableVariant = Pick<
  Variant,
  "id" | "values" | "price" | "compareAtPrice" | "priorPrice" | "stock" | "picture"
> & { unitPrice?: UnitPrice }

interface Choosable<V = ChoosableVariant> {
  options: readonly ProductOption[]
  /** The variants for sale */
  variants: readonly V[]
}

const slugPattern = /^[^\s,]{1,60}$/

/** Returns the choice of an address, without malformed slugs. */
export function sentChoice(search: URLSearchParams): SentChoice {
  const sent = optionFields.map((name) => [name, search.get(name) ?? ""] as const)
  return Object.fromEntries(sent.filter(([, slug]) => slugPattern.test(slug)))
}

/** Chooses the value of an option that has only one; ignores unknown values. */
export function choiceOf(options: readonly ProductOption[], sent: SentChoice): Choice {
  return options.map(({ values }, place) => {
    const [first, ...others] = values
    const slug = others.length === 0 ? first?.slug : sent[optionFields[place] ?? "option1"]
    return values.some((value) => value.slug === slug) ? (slug ?? null) : null
  })
}

function matching<V extends Pick<Variant, "values">>({ variants }: Choosable<V>, choice: Choice): V[] {
  return variants.filter(({ values }) => choice.every((slug, place) => slug === null || values[place] === slug))
}

export interface ChoosableValue {
  name: string
  slug: string
  isChosen: boolean
  choice: Choice
  /** The reason why it is unavailable with the other chosen values */
  unavailability: { kind: "soldOut" } | { kind: "notOffered"; within: string } | null
}

/** Returns the values of one option, each with its availability with the other chosen values. */
export function valuesAt(product: Choosable<Pick<Variant, "values" | "stock">>, chosen: Choice, place: number) {
  const { values = [] } = product.options[place] ?? {}
  return values.map(({ name, slug }): ChoosableValue => {
    const choice = replaced(chosen, place, slug)
    const found = matching(product, choice)
    const within = chosenTitle(product.options, replaced(chosen, place, null))
    const isMade = found.length > 0
    const isSoldOut = isMade && found.every(({ stock }) => stock < 1)
    return {
      name,
      slug,
      isChosen: chosen[place] === slug,
      choice,
      unavailability: isSoldOut ? { kind: "soldOut" } : isMade ? null : { kind: "notOffered", within },
    }
  })
}

function replaced(choice: Choice, place: number, slug: string | null): Choice {
  return choice.map((own, at) => (at === place ? slug : own))
}

/** Returns the names of the chosen values, such as `M, Indigo`. */
export function chosenTitle(options: readonly ProductOption[], choice: Choice): string {
  const names = options.map((option, place) => option.values.find(({ slug }) => slug === choice[place])?.name)
  return names.filter((name) => name !== undefined).join(", ")
}

interface Offered {
  /** `null` while an option is open, and for a combination that is not sold */
  variant: ChoosableVariant | null
  state: "open" | "chosen" | "notOffered"
  price: { price: Cents; compareAtPrice: Cents | null; priorPrice: Cents | null; unitPrice?: UnitPrice }
  /** Whether the price is the lowest of several */
  isFrom: boolean
  /** Units of all variants that match the choice */
  stock: number
  /** The variants' own picture, if they share one */
  picture: Variant["picture"]
}

/** Returns the offer of all variants that match a choice; without a choice, with the product's price. */
export function offerOf(product: Choosable, choice: Choice): Offered {
  const left = matching(product, choice)
  const isOpen = choice.includes(null)
  const variant = isOpen ? null : (findVariant(product.variants, choice as string[]) ?? null)
  const priced = left.length > 0 ? left : product.variants
  const [first, ...others] = [...priced].sort((one, other) => one.price - other.price)
  const isFrom = others.some(({ price }) => price !== first?.price)
  const isOneSale = !isFrom && others.every(({ compareAtPrice }) => compareAtPrice === first?.compareAtPrice)
  const isOnePicture = left.every(({ picture }) => picture?.id === left[0]?.picture?.id)
  return {
    variant,
    state: left.length === 0 ? "notOffered" : isOpen ? "open" : "chosen",
    price: {
      price: first?.price ?? 0,
      compareAtPrice: isOneSale ? (first?.compareAtPrice ?? null) : null,
      priorPrice: isOneSale ? (first?.priorPrice ?? null) : null,
      ...(first?.unitPrice && { unitPrice: first.unitPrice }),
    },
    isFrom,
    stock: left.reduce((sum, { stock }) => sum + stock, 0),
    picture: isOnePicture ? (left[0]?.picture ?? null) : null,
  }
}
