import { sql } from "kysely"
import type { CatalogVersion, Queryable } from "~/domain/shop"
import { preparedStatement } from "~db/prepared-statements.server"

export interface Versions {
  settings: number
  categories: number
  discounts: number
  catalog: CatalogVersion
}

export const newestVersions = sql<Versions>`(select json_build_object(
  'settings', (select coalesce(max(settings_versions.version), 0) from settings_versions)
    + (select coalesce(max(pricing_versions.version), 0) from pricing_versions)
    + (select coalesce(max(page_versions.version), 0) from page_versions where page = 'terms')
    + (select coalesce(max(page_versions.version), 0) from page_versions where page = 'shipping-and-returns'),
  'categories', categories_version,
  'discounts', discounts_version,
  'catalog', json_build_object('version', version, 'inventoryCountVersion', shelf_version, 'optionsVersion', options_version)) from catalog_version)`

export async function readVersions({ db }: Queryable): Promise<Versions> {
  const { rows } = await sql<{ versions: Versions }>`
    ${preparedStatement} select ${newestVersions} as versions`.execute(db)
  return (
    rows[0]?.versions ?? {
      settings: 0,
      categories: 0,
      discounts: 0,
      catalog: { version: 0, inventoryCountVersion: 0, optionsVersion: 0 },
    }
  )
}

export async function readCatalogVersion(shop: Queryable): Promise<CatalogVersion> {
  return shop.catalog ?? (await readVersions(shop)).catalog
}
