import type { PictureView } from "~/domain/media/picture"
import type { Cents } from "~/domain/money/money"
import { foldCase } from "~/domain/text/text-key"
import type { VariantValues } from "./variant-record"

export const MAX_OPTIONS = 3
export const MAX_VALUES = 60
export const MAX_VARIANTS = 100

/** The slug never changes: variants and addresses refer to it. */
export interface OptionValue {
  name: string
  slug: string
}

export interface ProductOption {
  name: string
  values: OptionValue[]
}

/** One combination of a product's options; without options, it has the product's id. */
export interface Variant extends VariantValues {
  id: string
  /** Slugs, in the order of the product's options */
  values: string[]
  /** The names of the values, such as `M, Indigo` */
  title: string
  priorPrice: Cents | null
  /** The prices outside of a sale; null without one, when they are today's. */
  regularPrice: Cents | null
  regularCompareAtPrice: Cents | null
  salePrice: Cents | null
  saleFrom: Date | null
  /** The first moment after the sale */
  saleUntil: Date | null
  /** Whether today's price is the sale's */
  isOnSale: boolean
  /** When today's price changes next; null if it does not */
  priceChangesAt: Date | null
  /** Whether it is sold without counting; its stock is then `UNCOUNTED_STOCK`. */
  uncounted: boolean
  /** The variant's own picture; null if it has the product's */
  picture: PictureView | null
  removedAt: Date | null
  /** The version changes with every edit, not with sales. */
  version: string
}

export const TOO_MANY_VARIANTS = `A product has at most ${MAX_VARIANTS} versions`
export const HAS_VARIANTS = "This product has several versions: change their prices and stock in its table of versions"

export function variantTitle(options: readonly ProductOption[], values: readonly string[]): string {
  return values
    .map((slug, place) => options[place]?.values.find((value) => value.slug === slug)?.name ?? slug)
    .join(", ")
}

/** Spaces are listed one by one, because `\\s` differs between programs. */
const ACCENTS_AND_SPACES = /[\u0300-\u036f\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/g

/** Ignores case, accents and spaces. The database computes the same with `option_key`. */
export function optionKey(name: string): string {
  return foldCase(name.normalize("NFKD")).replace(ACCENTS_AND_SPACES, "")
}

export function describeOptions(options: readonly { name: string; values: readonly { name: string }[] }[]): string {
  return options.map(({ name, values }) => `${name}: ${values.map((value) => value.name).join(", ")}`).join("; ")
}

/** Returns a name such as `Chore Jacket, M, Indigo`. */
export function lineTitle(name: string, title: string): string {
  return title === "" ? name : `${name}, ${title}`
}

/** Returns a sentence such as `Choose a size and a colour`, without its full stop. */
export function chooseOptions(options: readonly Pick<ProductOption, "name">[]): string {
  const named = options.map(({ name }) => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name.toLowerCase()}`)
  return `Choose ${new Intl.ListFormat("en-GB").format(named)}`
}

export function findVariant<V extends Pick<Variant, "values">>(
  variants: readonly V[],
  values: readonly string[],
): V | undefined {
  return variants.find((variant) => variant.values.join() === values.join())
}
