import type { OptionChanges } from "~/domain/catalog/variants/option-changes"
import { optionKey, type ProductOption } from "~/domain/catalog/variants/variant"

/** Names of options and values, such as `[["Size", "M"], ["Colour", "Indigo"]]` */
export type SelectedOptions = readonly (readonly [option: string, value: string])[]

const named = (name: string) => {
  const key = optionKey(name)
  return (other: { name: string }) => optionKey(other.name) === key
}

/** Returns whether a variant has the product's options, in any order. */
export function hasOptionsOf(options: readonly ProductOption[], selected: SelectedOptions): boolean {
  return (
    options.length === selected.length &&
    options.every((option) => selected.some(([name]) => named(option.name)({ name })))
  )
}

/** Adds the options and values of variants; known ones keep their order and names. All variants have the same options. */
export function mergeOptions(options: readonly ProductOption[], selections: readonly SelectedOptions[]): OptionChanges {
  const names = (selections[0] ?? []).map(([name]) => name)
  const isKnown = hasOptionsOf(options, selections[0] ?? [])
  const kept = isKnown ? options : names.map((name) => options.find(named(name)) ?? { name, values: [] })
  return kept.map(({ name, values }) => {
    const was = options.findIndex(named(name))
    const merged: OptionChanges[number]["values"] = [...values]
    const keys = new Set(values.map((value) => optionKey(value.name)))
    const place = names.findIndex((other) => named(name)({ name: other }))
    for (const value of new Set(selections.map((selected) => selected[place]?.[1] ?? ""))) {
      const key = optionKey(value)
      if (!keys.has(key)) merged.push({ name: value })
      keys.add(key)
    }
    return { name, values: merged, ...(was >= 0 && { was }) }
  })
}

/** Returns the slugs of a variant in the order of the options; null if the product lacks one of its values. */
export function slugsOf(options: readonly ProductOption[], selected: SelectedOptions): string[] | null {
  if (!hasOptionsOf(options, selected)) return null
  const slugs = options.map((option) => {
    const [, value = ""] = selected.find(([name]) => named(option.name)({ name })) ?? []
    return option.values.find(named(value))?.slug
  })
  return slugs.every((slug) => slug !== undefined) ? slugs : null
}
