import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import { measureRecord } from "../measures/measure-record"
import { slugify } from "../product-path"
import { type LockedTable, lockVariantTable } from "./locked-variants.server"
import type { OptionChanges } from "./option-changes"
import { describeOptions, findVariant, type OptionValue, optionKey, type ProductOption, variantTitle } from "./variant"
import { offerRecord } from "./variant-record"

/**
 * Renames, adds, drops and orders options and values. Where options come or go, all variants end, and the first
 * combination begins without units, or with those it had: no shopper gets a variant that they did not choose.
 * `snapshot` is `optionsVersion` of what the form showed.
 */
export async function setOptions(
  shop: Shop,
  staff: ProductEditor,
  productId: string,
  changes: OptionChanges,
  snapshot?: string,
): Promise<void> {
  await shop.transaction((tx) => setOptionsIn(tx, staff, productId, changes, snapshot))
}

/** Returns the present options. */
export async function setOptionsIn(
  tx: Tx,
  staff: ProductEditor,
  productId: string,
  changes: OptionChanges,
  snapshot?: string,
): Promise<ProductOption[]> {
  const table = await lockVariantTable(tx, productId)
  const { options: before } = table
  if (snapshot !== undefined && snapshot !== optionsVersion(before)) {
    throw conflict("Someone has changed these options while you were editing them: please check them again")
  }
  const places = placesBefore(before, changes)
  const options = changes.map((change, index) => nextOption(change, before[places[index] ?? -1], index))
  if (optionsVersion(options) === optionsVersion(before)) return before
  assertDistinct(options)
  if (places.length === before.length && !places.includes(null)) {
    assertUnusedDropped(table, options, places)
    await writeOptions(tx, productId, options)
    await moveValues(tx, table, options, places as number[])
  } else {
    await endVariants(tx, productId)
    await writeOptions(tx, productId, options)
    await beginVariant(tx, table, options)
  }
  await emit(tx, "product.updated", {
    actor: staff,
    id: productId,
    before: { options: describeOptions(before) },
    after: { options: describeOptions(options) },
  })
  return options
}

/** Returns the options of a new product. */
export function newOptions(changes: OptionChanges): ProductOption[] {
  const options = changes.map((change, index) => nextOption(change, undefined, index))
  assertDistinct(options)
  return options
}

export function optionsVersion(options: readonly ProductOption[]): string {
  return JSON.stringify(options.map(({ name, values }) => [name, values.map(({ name, slug }) => [slug, name])]))
}

/** Returns the former index of each option; `null` for a new one. */
function placesBefore(before: readonly ProductOption[], changes: OptionChanges): (number | null)[] {
  const free = new Set(before.keys())
  return changes.map(({ name, was }) => {
    const place = was ?? before.findIndex((option) => optionKey(option.name) === optionKey(name))
    return free.delete(place) ? place : null
  })
}

function nextOption(change: OptionChanges[number], before: ProductOption | undefined, index: number): ProductOption {
  const known = before?.values ?? []
  const named = new Set(change.values.map(({ slug }) => slug))
  const kept = change.values.map(({ name, slug }) => {
    const same = (value: OptionValue) => !named.has(value.slug) && optionKey(value.name) === optionKey(name)
    return known.find((value) => value.slug === slug) ?? known.find(same)
  })
  const slugs = new Set([...known, ...kept].flatMap((value) => value?.slug ?? []))
  const values = change.values.map(({ name }, place): OptionValue => {
    const slug = kept[place]?.slug ?? newSlug(name, slugs)
    slugs.add(slug)
    return { name, slug }
  })
  const twice = values.findIndex(({ name, slug }, place) =>
    values.slice(0, place).some((value) => value.slug === slug || optionKey(value.name) === optionKey(name)),
  )
  if (twice >= 0) throw invalid(`${values[twice]?.name} is listed twice`, `options[${index}].values`)
  return { name: change.name, values }
}

/** A dropped value keeps its slug until the next edit, so that no new value replaces it in carts. */
function newSlug(name: string, taken: ReadonlySet<string>): string {
  const base = slugify(name) || "value"
  for (let count = 1; ; count++) {
    const slug = count === 1 ? base : `${cut(base, 56)}-${count}`
    if (!taken.has(slug)) return slug
  }
}

function assertDistinct(options: readonly ProductOption[]): void {
  const twice = options.findIndex(({ name }, place) =>
    options.slice(0, place).some((option) => optionKey(option.name) === optionKey(name)),
  )
  if (twice >= 0) throw invalid(`There are two options named ${options[twice]?.name}`, `options[${twice}].name`)
}

function assertUnusedDropped(table: LockedTable, options: readonly ProductOption[], places: (number | null)[]): void {
  for (const [index, option] of options.entries()) {
    const place = places[index] ?? 0
    const dropped = table.options[place]?.values.filter(({ slug }) => !option.values.some((one) => one.slug === slug))
    const used = dropped?.find(({ slug }) =>
      table.variants.some(({ removedAt, values }) => removedAt === null && values[place] === slug),
    )
    if (used) throw invalid(`You sell versions in ${used.name}: remove them first`, `options[${index}].values`)
  }
}

async function writeOptions(tx: Tx, id: string, options: readonly ProductOption[]): Promise<void> {
  await tx.db
    .updateTable("products")
    .set({ options: JSON.stringify(options), updated_at: tx.now() })
    .where("id", "=", id)
    .execute()
}

/** Updates the values of all variants to the new order of options, and titles to new names. */
async function moveValues(
  tx: Tx,
  { variants, options: before }: LockedTable,
  options: readonly ProductOption[],
  places: readonly number[],
): Promise<void> {
  const current = variants.filter(({ values, removedAt }) => removedAt === null || isOf(before, values))
  const moved = current.map(({ id, values }) => {
    const next = places.map((place) => values[place] ?? "")
    return { id, values: next, title: variantTitle(options, next) }
  })
  await sql`
    update variants set option_values = moved.values, title = moved.title
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) moved (id text, "values" text[], title text)
    where variants.id = moved.id
      and (option_values, variants.title) is distinct from (moved.values, moved.title)`.execute(tx.db)
}

function isOf(options: readonly ProductOption[], values: readonly string[]): boolean {
  return (
    values.length === options.length &&
    values.every((slug, place) => options[place]?.values.some((value) => value.slug === slug))
  )
}

async function endVariants(tx: Tx, productId: string): Promise<void> {
  await tx.db
    .updateTable("variants")
    .set({ removed_at: tx.now(), updated_at: tx.now() })
    .where("product_id", "=", productId)
    .where("removed_at", "is", null)
    .execute()
}

/** Without options, the variant has the product's id. */
async function beginVariant(tx: Tx, table: LockedTable, options: readonly ProductOption[]): Promise<void> {
  const values = options.map((option) => option.values[0]?.slug ?? "")
  const known = findVariant(table.variants, values)
  if (known) {
    await tx.db
      .updateTable("variants")
      .set({ removed_at: null, title: variantTitle(options, values), updated_at: tx.now() })
      .where("id", "=", known.id)
      .execute()
    return
  }
  await tx.db
    .insertInto("variants")
    .values({
      id: newObjectId(tx.now()),
      product_id: table.id,
      option_values: values,
      title: variantTitle(options, values),
      ...pricesOfCheapest(table),
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .execute()
}

/** Returns the prices and contents of the variant that gives the product its own, with its sale. */
function pricesOfCheapest(table: LockedTable) {
  const live = table.variants.filter(({ removedAt }) => removedAt === null)
  const [first] = live.toSorted((one, other) => one.price - other.price)
  const offer = {
    ...offerRecord.rowOf(offerRecord.valuesOf(table)),
    ...measureRecord.rowOf(first ? measureRecord.pick(first) : measureRecord.emptied),
    prior_price: table.prior_price,
  }
  if (first?.salePrice == null) return offer
  return {
    ...offer,
    regular_price: first.regularPrice,
    regular_compare_at_price: first.regularCompareAtPrice,
    sale_price: first.salePrice,
    sale_from: first.saleFrom === null ? null : new Date(first.saleFrom),
    sale_until: first.saleUntil === null ? null : new Date(first.saleUntil),
  }
}
