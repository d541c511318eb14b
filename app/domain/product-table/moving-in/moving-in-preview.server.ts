import { Categories } from "~/domain/catalog/categories/categories"
import { type Category, MAX_CATEGORIES, MAX_CATEGORY_NAME } from "~/domain/catalog/categories/category"
import { findFormerAddresses } from "~/domain/catalog/former-addresses/former-addresses.server"
import { findVariant, lineTitle, MAX_VARIANTS, TOO_MANY_VARIANTS } from "~/domain/catalog/variants/variant"
import { daysOf } from "~/domain/days/shop-days.server"
import { centsToText } from "~/domain/money/format-money"
import { homeOf, type LocalTaxes, rulesAt } from "~/domain/pricing/local-rules"
import { taxClassesOf } from "~/domain/pricing/rules"
import type { Tx } from "~/domain/shop"
import { cut } from "~/domain/text/cut"
import type { ImportedProduct } from "../csv/imported-product"
import type { CsvProduct } from "../csv/product-columns"
import { readCsvProducts } from "../csv/read-csv-products.server"
import type { ImportChoices } from "../import/import-filter"
import { slugsOf } from "../import/merge-options"
import type { ImportRow, KnownOrigin, RowOrigin } from "../import/product-import"
import { errorRows, previewProduct } from "../preview/preview-product"
import { choosePictures, leftOutMessage } from "./choose-pictures"
import { changesSince, digestsOf, knownAfter } from "./known-cells"
import { Origins, siteOf, systemOf } from "./origins.server"
import type { ReadContext } from "./read-context"
import { withTax } from "./with-tax"

type Asking = Pick<ReadContext, "ask" | "note">

/** Finds products that were imported from another shop before, and the categories that the others need. */
export class MovingInPreview {
  #imported: ReadonlyMap<string, string> = new Map()
  #origins: Origins | null = null
  #products: ReadonlyMap<string, CsvProduct> = new Map()
  readonly #paths = new Set<string>()
  /** How often each key has occurred */
  readonly #keys = new Map<string, number>()
  #planned: Category[] = []
  readonly #taxes: LocalTaxes

  constructor(
    private readonly tx: Tx,
    private readonly choices: ImportChoices,
    private readonly isPictured: boolean,
    private readonly context: Asking,
    private readonly source: string,
  ) {
    const { pricing } = tx.settings.current
    this.#taxes = rulesAt(pricing, homeOf(pricing), daysOf(tx).dayOf(tx.now())).taxes
  }

  get newCategories(): string[] {
    return this.#planned.map(({ name }) => name)
  }

  /** Runs before the products of a slice are previewed. */
  async begin(slice: readonly ImportedProduct[]): Promise<void> {
    const paths = slice.flatMap(({ formerPaths }) => formerPaths ?? [])
    this.#imported = await findFormerAddresses(this.tx, paths)
    this.#origins = await Origins.find(this.tx, this.source, slice, [...this.#imported.values()])
    const ids = this.#origins.productIds
    const found = await readCsvProducts(this.tx, ids)
    this.#products = new Map(found.map((product) => [product.id, product]))
  }

  preview(product: ImportedProduct): ImportRow[] {
    const key = this.#keyOf(product)
    if (key === null) return errorRows(product, "This product is already in an earlier row")
    if (product.variants.length > MAX_VARIANTS) return errorRows(product, TOO_MANY_VARIANTS)
    const origins = this.#origins
    const known = key === "" ? null : (origins?.match(key, product) ?? null)
    if (known && product.isKnownByName) {
      const answer = this.#askAboutNames()
      if (answer === "") return errorRows(product, "Please answer the question about products with the same name")
      if (answer === "same") return this.#previewKnown(product, known)
    } else if (known) return this.#previewKnown(product, known)
    const importedAs = product.formerPaths?.map((path) => this.#imported.get(path)).find((id) => id !== undefined)
    if (importedAs !== undefined && origins?.isOlder(importedAs, product)) return sameRows(product, importedAs)
    if (product.onlyChanges)
      return errorRows(product, "This product is not here: please import the file with the products first")
    return this.#previewNew(product, key)
  }

  /** Returns the key of a product in its original shop; null if the file has another with its id. */
  #keyOf({ origin = "" }: ImportedProduct): string | null {
    if (origin === "") return ""
    const count = (this.#keys.get(origin) ?? 0) + 1
    this.#keys.set(origin, count)
    if (count > 1 && /^(?:id|handle):/.test(origin)) return null
    return cut(count > 1 ? `${cut(origin, 280)}#${count}` : origin, 300)
  }

  #askAboutNames(): string {
    return this.context.ask({
      id: "names",
      label: "Products with the name of one that was imported before",
      hint: "The file has neither a number nor an SKU of them.",
      choices: [
        { value: "same", label: "They are the same products" },
        { value: "other", label: "They are other products" },
      ],
      usual: "",
    })
  }

  #previewKnown(product: ImportedProduct, origin: KnownOrigin & { productId: string }): ImportRow[] {
    const current = this.#products.get(origin.productId)
    if (!current) return errorRows(product, "This product was deleted")
    const change = changesSince(product, origin, current, this.#taxes)
    if (change === null) return this.#withKeptPrices(product, current, sameRows(product, current.id))
    if (typeof change === "string") return errorRows(product, change)
    const { category } = change.cells.category === undefined ? { category: undefined } : this.#chooseCategory(product)
    const cells = category === undefined ? change.cells : { ...change.cells, category }
    const rows = previewProduct(withTax({ ...change, cells }, this.#taxes, current.taxClass).product, {
      products: new Map([[current.id, current]]),
      categories: this.tx.categories.current,
      taxClasses: taxClassesOf(this.tx.settings.current.pricing.taxes),
    })
    const first = rows.findIndex(({ outcome }) => outcome === "create" || outcome === "update")
    const { source, key, site } = origin
    const former = { source, key, site, cells: origin.cells }
    const known = { ...former, cells: knownAfter(origin.cells, product) }
    const { taxClassName } = rows[0]?.fields.taxClass === undefined ? {} : product
    return this.#withKeptPrices(product, current, rows).map((row, place) =>
      place === first
        ? {
            ...row,
            fields: { ...row.fields, origin: { known, taxClassName } },
            before: { ...row.before, origin: { known: former } },
          }
        : row,
    )
  }

  /** Lists the prices of the file that this shop's own prices have replaced since its last import. */
  #withKeptPrices(product: ImportedProduct, current: CsvProduct, rows: ImportRow[]): ImportRow[] {
    if (rows.some(({ outcome }) => outcome === "error")) return rows
    const { variants, options } = withTax(product, this.#taxes, current.taxClass).product
    return rows.map((row, place) => {
      const { cells, values = [] } = variants[place] ?? { cells: {} }
      const selected = options.map((name, option) => [name, values[option] ?? ""] as const)
      const slugs = slugsOf(current.options, selected)
      const variant = slugs && findVariant(current.variants, slugs)
      if (!variant || cells.price === undefined || row.fields.price !== undefined) return row
      const price = centsToText(variant.price)
      if (Number(cells.price) === Number(price)) return row
      const change = {
        ...{ line: row.line, heading: "Price", cell: cells.price, becomes: price },
        reason: "This shop’s price stays, because the file has the same one as before",
        about: "prices" as const,
      }
      return { ...row, changes: [...row.changes, change] }
    })
  }

  #previewNew(product: ImportedProduct, key: string): ImportRow[] {
    const { category, planned } = this.#chooseCategory(product)
    const cells = category === undefined ? product.cells : { ...product.cells, category }
    const categories = new Categories([...this.tx.categories.current.all, ...planned])
    const { pricing } = this.tx.settings.current
    const catalog = { products: new Map(), categories, taxClasses: taxClassesOf(pricing.taxes) }
    const priced = withTax({ ...product, cells }, this.#taxes)
    if (priced.isTaxed)
      this.context.note("The prices of the file are without tax: the tax of this shop's own place was added")
    const rows = previewProduct(priced.product, catalog)
    if (rows.some(({ outcome }) => outcome !== "create")) return rows
    this.#planned = planned
    const chosen = choosePictures(product)
    const known: KnownOrigin | undefined =
      key === "" ? undefined : { source: systemOf(this.source), key, site: siteOf(product), cells: digestsOf(product) }
    return rows.map((row, place) => ({
      ...row,
      fields: {
        ...row.fields,
        origin: {
          ...originOf(product, chosen.pictures, place),
          ...(place === 0 && { known, picturesLeft: chosen.leftOut, taxClassName: product.taxClassName }),
          ...(place === 0 && { formerPaths: this.#newPaths(product) }),
        },
      },
      message: this.isPictured ? leftOutMessage(product, chosen, place) : "",
    }))
  }

  /**
   * Returns the first one that the shop has or the import creates; otherwise plans the first, if that option was
   * chosen.
   */
  #chooseCategory({ categories: names = [] }: ImportedProduct) {
    const planned = this.#planned
    const { current } = this.tx.categories
    const known = new Categories([...current.all, ...planned])
    const found = names.map((name) => known.find(name)).find((category) => category !== null)
    if (found) return { category: found.name, planned }
    if (names.length === 0) return { category: this.#categoryWithout(), planned }
    const name = [...(names[0] ?? "")].slice(0, MAX_CATEGORY_NAME).join("").trim()
    const isRoom = current.all.length + planned.length < MAX_CATEGORIES
    if (!this.choices.makesCategories || name === "" || !isRoom) return { category: names[0], planned }
    const made = { id: "", key: name, name, slug: name, body: "", picture: null, wordsOutdated: false }
    return { category: name, planned: [...planned, made] }
  }

  /** Returns its former addresses without those of other products. */
  #newPaths({ formerPaths = [] }: ImportedProduct): string[] {
    const own = formerPaths.filter((path) => !this.#paths.has(path) && !this.#imported.has(path))
    for (const path of own) this.#paths.add(path)
    return own
  }

  /** Products without a category get the one that was chosen. */
  #categoryWithout(): string | undefined {
    const answer = this.context.ask({
      id: "category",
      label: "Category of products without one",
      hint: "Products without a category are refused until you choose one.",
      choices: this.tx.categories.current.names.map((name) => ({ value: name, label: name })),
      usual: "",
    })
    return this.tx.categories.current.find(answer)?.name
  }
}

function sameRows({ variants, cells }: ImportedProduct, productId: string): ImportRow[] {
  const productLine = variants[0]?.line ?? 0
  return variants.map(({ line, values }): ImportRow => {
    const name = lineTitle(cells.name ?? "", values.join(", "))
    const message = "This product was imported before"
    return { line, productLine, productId, name, outcome: "same", fields: {}, before: {}, message, changes: [] }
  })
}

function originOf(product: ImportedProduct, pictures: readonly string[], place: number): RowOrigin {
  const own = product.pictures?.[(product.variants[place]?.pictureNumber ?? 0) - 1]
  const pictureNumber = own === undefined ? 0 : pictures.indexOf(own) + 1
  return {
    ...(place === 0 && { pictures, alts: altsOf(product, pictures) }),
    ...(pictureNumber > 0 && { pictureNumber }),
  }
}

function altsOf({ pictures: all = [], alts = [] }: ImportedProduct, pictures: readonly string[]): string[] | undefined {
  const chosen = pictures.map((address) => alts[all.indexOf(address)] ?? "")
  return chosen.some((alt) => alt !== "") ? chosen : undefined
}
