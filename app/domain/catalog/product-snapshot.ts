import { z } from "zod"
import { centsToText } from "~/domain/money"
import type { Product } from "./product"

/** What a form about a product was opened with; as texts, as the form itself holds them. */
export const ProductSnapshot = z.object({
  name: z.string().max(1_000).default(""),
  price: z.string().max(30).default(""),
  compareAtPrice: z.string().max(30).default(""),
  category: z.string().max(100).default(""),
  desc: z.string().max(30_000).default(""),
  pictures: z.string().max(20_000).default(""),
  corrected: z.string().max(30).default(""),
})
export type ProductSnapshot = z.output<typeof ProductSnapshot>

/** @param corrected the ledger's newest correction, from `findLastCorrection` */
export function snapshotOf(product: Product, corrected: string): ProductSnapshot {
  const { name, price, compareAtPrice, category, desc, pictures } = product
  return {
    name,
    price: centsToText(price),
    compareAtPrice: compareAtPrice === null ? "" : centsToText(compareAtPrice),
    category,
    desc,
    pictures: pictures.map(({ id, alt }) => `${id} ${alt === name ? "" : alt}`.trim()).join("\n"),
    corrected,
  }
}
