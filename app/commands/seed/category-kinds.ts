import { type Category, initialCategories } from "~/domain/catalog/categories/category"
import type { Shop } from "~/domain/shop"

export type Kind = (typeof initialCategories)[number]

/** Returns the category for invented products of each kind: the one that has or had this name, or another in turn. */
export function categoriesByKind({ categories }: Pick<Shop, "categories">): Map<Kind, Category> {
  const { current } = categories
  return new Map(
    initialCategories.flatMap((kind, index) => {
      const category = current.find(kind) ?? current.all[index % current.all.length]
      return category ? [[kind, category] as const] : []
    }),
  )
}
