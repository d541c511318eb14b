import { textKey } from "~/domain/text/text-key"
import type { Category } from "./category"

/** Longer than any name or slug */
const MAX_SOUGHT = 100

/** All categories in the owner's order; also finds former names */
export class Categories {
  readonly names: readonly string[]
  readonly #byText: ReadonlyMap<string, Category>

  /** @param aliases former names and slugs, each with its category's key */
  constructor(
    readonly all: readonly Category[],
    aliases: readonly (readonly [text: string, key: string])[] = [],
  ) {
    this.names = all.map(({ name }) => name)
    const byKey = new Map(all.map((category) => [category.key, category]))
    this.#byText = new Map([
      ...aliases.flatMap(([text, key]) => {
        const category = byKey.get(key)
        return category ? [[textKey(text), category] as const] : []
      }),
      ...all.map((category) => [textKey(category.slug), category] as const),
      ...all.map((category) => [textKey(category.name), category] as const),
    ])
  }

  /** Finds a category by its name in any case, its slug, or a former name or slug. */
  find(text: string): Category | null {
    return text.length > MAX_SOUGHT ? null : (this.#byText.get(textKey(text.trim())) ?? null)
  }

  findByKey(key: string): Category | null {
    return this.all.find((category) => category.key === key) ?? null
  }
}
