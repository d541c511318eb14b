import { sql } from "kysely"
import type { Queryable, Tx } from "~/domain/shop"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct } from "../csv/imported-product"
import type { KnownOrigin } from "../import/product-import"
import { similarity } from "./known-cells"

/** A second file of a system, such as Shopify's inventory, is about the products of the first. */
export const systemOf = (source: string) => source.replace(/ (?:inventory|combinations)$/, "")

/** Returns what tells the pictures of a shop from those of others: the host, or the folder of a common host. */
export function siteOf({ pictures = [] }: ImportedProduct): string {
  for (const address of pictures) {
    if (!URL.canParse(address)) continue
    const { host, pathname } = new URL(address)
    const folder = /^\/s\/files\/\d+\/\d+\/\d+/.exec(pathname)?.[0] ?? ""
    if (host !== "") return cut(`${host}${folder}`, 200)
  }
  return ""
}

interface FoundOrigin extends KnownOrigin {
  productId: string
  name: string
}

/** The products that were imported from shops of a system */
export class Origins {
  private constructor(
    private readonly byKey: ReadonlyMap<string, FoundOrigin[]>,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Finds those with keys of these products; `ids` are products with their former addresses. */
  static async find(
    { db }: Queryable,
    source: string,
    products: readonly ImportedProduct[],
    ids: readonly string[],
  ): Promise<Origins> {
    const keys = products.flatMap(({ origin = "" }) =>
      origin === "" ? [] : [cut(origin, 300), `${cut(origin, 280)}#2`],
    )
    const found = await db
      .selectFrom("product_origins")
      .innerJoin("products", "products.id", "product_id")
      .select(["source", "key", "site", "cells", "product_id as productId", "name"])
      .where("source", "=", systemOf(source))
      .where(sql<boolean>`key = any(${keys})`)
      .where("deleted_at", "is", null)
      .orderBy("product_id", "desc")
      .execute()
    const byKey = new Map<string, FoundOrigin[]>()
    for (const origin of found) byKey.set(origin.key, [...(byKey.get(origin.key) ?? []), origin])
    const older = await db
      .selectFrom("products")
      .select(["id", "name"])
      .where(sql<boolean>`id = any(${ids})`)
      .where(sql<boolean>`not exists (select from product_origins where product_id = products.id)`)
      .execute()
    return new Origins(byKey, new Map(older.map(({ id, name }) => [id, textKey(name)])))
  }

  get productIds(): string[] {
    return [...this.byKey.values()].flatMap((found) => found.map(({ productId }) => productId))
  }

  /** Products of two shops may have the same key: those with the same pictures' address, or the same cells, are one. */
  match(key: string, product: ImportedProduct): FoundOrigin | null {
    const found = this.byKey.get(key) ?? []
    if (product.onlyChanges) return found[0] ?? null
    const site = siteOf(product)
    const isSame = (origin: FoundOrigin) =>
      (site !== "" && origin.site === site) || ((site === "" || origin.site === "") && isAlike(product, origin))
    return found.find(isSame) ?? null
  }

  /** Whether a product of this name was imported before keys were stored */
  isOlder(productId: string, { cells }: ImportedProduct): boolean {
    return this.names.get(productId) === textKey(cells.name ?? "")
  }
}

function isAlike(product: ImportedProduct, { cells, name }: FoundOrigin): boolean {
  return similarity(product, cells) >= (textKey(product.cells.name ?? "") === textKey(name) ? 0.4 : 0.5)
}

export type ProductOrigin = KnownOrigin & { productId: string }

export async function saveOrigins(tx: Tx, origins: readonly ProductOrigin[]): Promise<void> {
  if (origins.length === 0) return
  const rows = origins.map(({ source, key, site, cells, productId }) => {
    return { source, key, site, cells: JSON.stringify(cells), product_id: productId }
  })
  await tx.db
    .insertInto("product_origins")
    .values(rows)
    .onConflict((saved) =>
      saved
        .columns(["source", "key", "product_id"])
        .doUpdateSet((row) => ({ site: row.ref("excluded.site"), cells: row.ref("excluded.cells") })),
    )
    .execute()
}
