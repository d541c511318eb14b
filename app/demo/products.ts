import type { initialCategories } from "~/domain/catalog/categories/category"
import { slugify } from "~/domain/catalog/product-path"
import type { ProductOption } from "~/domain/catalog/variants/variant"
import type { Dye } from "./dye"
import products from "./products.json"

type DemoCategory = (typeof initialCategories)[number]

export interface DemoVariant {
  title: string
  /** Slugs */
  values: string[]
  sku: string | null
  /** Cents */
  price: number
  compareAtPrice: number | null
  stock: number
  /** A colour of the product's dye, if it differs from the drawings */
  colour: string | null
}

export interface DemoProduct {
  slug: string
  name: string
  desc: string
  category: DemoCategory
  /** Cents */
  price: number
  /** The price before its sale, in cents */
  compareAtPrice?: number
  /** Units of all variants */
  stock: number
  options: ProductOption[]
  /** Products without options have one variant, which is the product itself. */
  variants: DemoVariant[]
  isDraft: boolean
  /** The descriptions of the pictures, one each */
  views: number
  alt: string[]
  /** The slug of the product's drawings */
  drawing: string
  dye: Dye | null
}

interface ShelvedProduct {
  slug: string
  name: string
  desc: string
  price: number
  compareAtPrice?: number
  stock?: number
  /** The names of its options, in the order of the titles' parts */
  options?: string[]
  /** Units by the variant's title, such as `M, Indigo` */
  units?: Partial<Record<string, number>>
  /** The surcharge in cents by the value that has one */
  prices?: Partial<Record<string, number>>
  draft?: boolean
  drawing?: string
  dye?: Dye
  alt: string[]
}

export const SALE_DAYS = 6

const shelves: Record<DemoCategory, ShelvedProduct[]> = products

const shelved = (Object.entries(shelves) as [DemoCategory, ShelvedProduct[]][]).flatMap(([category, products]) =>
  products.map((product) => toDemoProduct(category, product)),
)

export const demoProducts = shelved.filter(({ isDraft }) => !isDraft)
export const demoDrafts = shelved.filter(({ isDraft }) => isDraft)

function toDemoProduct(category: DemoCategory, product: ShelvedProduct): DemoProduct {
  const { slug, name, desc, price, compareAtPrice, options = [], units = { "": product.stock } } = product
  const { alt, draft: isDraft = false, drawing = slug, dye = null } = product
  const variants = Object.entries(units).map(([title, stock = 0]) => toVariant(product, title, stock))
  const facts = { slug, name, desc, category, price, ...(compareAtPrice && { compareAtPrice }) }
  const stock = variants.reduce((sum, variant) => sum + variant.stock, 0)
  const named = options.map((name, place) => ({ name, values: valuesAt(Object.keys(units), place) }))
  return { ...facts, stock, options: named, variants, isDraft, views: alt.length, alt, drawing, dye }
}

/** Options in the order in which the titles name them */
function valuesAt(titles: string[], place: number): ProductOption["values"] {
  const names = new Set(titles.map((title) => title.split(", ")[place] ?? ""))
  return [...names].map((name) => ({ name, slug: slugify(name) }))
}

function toVariant({ slug, price, compareAtPrice, prices, dye }: ShelvedProduct, title: string, stock: number) {
  const names = title === "" ? [] : title.split(", ")
  const values = names.map(slugify)
  return {
    title,
    values,
    sku: names.length > 0 ? [skuOf(slug), ...values].join("-").toUpperCase() : null,
    price: names.map((name) => prices?.[name]).find((own) => own !== undefined) ?? price,
    compareAtPrice: compareAtPrice ?? null,
    stock,
    colour: names.find((name) => dye !== undefined && name in dye.to) ?? null,
  }
}

/** Such as `CHOJ` for a `chore-jacket` */
function skuOf(slug: string): string {
  const [first = "", ...others] = slug.split("-")
  return first.slice(0, 3) + others.map((word) => word.charAt(0)).join("")
}
