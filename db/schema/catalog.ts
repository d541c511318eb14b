import type { ColumnType, Generated, GeneratedAlways } from "kysely"
import type { DefaultJson } from "./columns"

export interface CatalogTables {
  products: {
    id: string
    name: string
    /** A category's key */
    category: string
    /** These five and `option_tags` derive from the variants; triggers write them after the insert. */
    price: ColumnType<number, number, never>
    compare_at_price: ColumnType<number | null, number | null | undefined, never>
    prior_price: ColumnType<number | null, number | null | undefined, never>
    highest_price: GeneratedAlways<number>
    /** The contents of the cheapest variant, kept like its price */
    measure_amount: ColumnType<number | null, number | null | undefined, never>
    measure_unit: ColumnType<MeasureUnit | null, MeasureUnit | null | undefined, never>
    stock: GeneratedAlways<number>
    /** Tags such as `size=42`, of variants in stock */
    option_tags: GeneratedAlways<string[]>
    has_options: GeneratedAlways<boolean>
    options: DefaultJson<StoredOption[]>
    tax_class: Generated<string>
    num_reviews: Generated<number>
    rating_halves: Generated<number>
    rating: GeneratedAlways<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
    is_draft: Generated<boolean>
    published_from: Date | null
    /** The first moment at which it is no longer public */
    published_until: Date | null
    /** Whether shoppers can see it, whether they ever could, and when that changes next; written by a trigger */
    is_public: ColumnType<boolean, never, never>
    was_public: ColumnType<boolean, never, never>
    publication_changes_at: ColumnType<Date | null, never, null>
  }
  variants: {
    id: string
    product_id: string
    /** Slugs, in the order of the product's options */
    option_values: Generated<string[]>
    title: Generated<string>
    sku: string | null
    gtin: string | null
    /** The manufacturer's part number */
    mpn: string | null
    price: number
    compare_at_price: number | null
    /** The lowest price of the 30 days before the sale; written by a trigger */
    prior_price: ColumnType<number | null, number | null | undefined, never>
    /** 999999 while it is sold without counting */
    stock: GeneratedAlways<number>
    /** The sum of its movements while it is sold without counting, which writing 0 begins and null ends */
    uncounted_units: ColumnType<number | null, 0 | null | undefined, 0 | null>
    sale_price: number | null
    sale_from: Date | null
    /** The first moment after the sale */
    sale_until: Date | null
    /** The prices outside of a sale, null without one; `price` and `compare_at_price` are those of today. */
    regular_price: number | null
    regular_compare_at_price: number | null
    /** Whether the sale price is today's, and when that changes next; written by a trigger */
    is_on_sale: ColumnType<boolean, never, never>
    price_changes_at: ColumnType<Date | null, never, null>
    weight_grams: number | null
    /** What one contains, in thousandths of the unit; null with it */
    measure_amount: number | null
    measure_unit: MeasureUnit | null
    position: Generated<number>
    picture_id: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    removed_at: Date | null
  }
  former_product_addresses: {
    /** A path such as `/products/blue-shirt`, without percent encoding */
    path: string
    product_id: string
  }
  past_prices: {
    variant_id: string
    ended_at: Date
    price: number
  }
  product_descriptions: {
    product_id: string
    description: string
    facts: DefaultJson<StoredFacts>
  }
  reviews: {
    id: string
    product_id: string
    user_id: string
    name: string
    rating_halves: number
    comment: string
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  stock_ledger: {
    id: GeneratedAlways<number>
    variant_id: string
    change: number
    reason: "opening" | "correction" | "hold" | "release" | "restock" | "sale"
    checkout_id: string | null
    order_id: string | null
    actor_id: string | null
    note: Generated<string>
    created_at: Generated<Date>
  }
  categories: {
    id: string
    key: string
    name: string
    slug: string
    position: number
    body: Generated<string>
    picture_id: string | null
    words_outdated: Generated<boolean>
    successor: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  former_category_names: {
    /** Lower case; includes former slugs */
    name: string
    category_id: string
  }
  category_moves: {
    category: string
    product_id: string
    moved_to: string
  }
  catalog_version: {
    version: number
    shelf_version: number
    categories_version: number
    options_version: number
    discounts_version: Generated<number>
    discounts_noted_at: Generated<Date>
  }
  catalog_changes: {
    /** The id of the transaction, which only PostgreSQL compares */
    xid: Generated<string>
    subject: string
    noted_at: Generated<Date>
  }
}

/** See `app/domain/catalog/measures/measure.ts`. */
type MeasureUnit = "g" | "kg" | "ml" | "cl" | "l" | "cm" | "m" | "m2" | "m3" | "piece"

/** See `app/domain/catalog/variant.ts`. */
interface StoredOption {
  name: string
  values: { name: string; slug: string }[]
}

interface StoredFacts {
  brand?: string
  material?: string
  countryOfOrigin?: string
  hsCode?: string
  manufacturer?: string
  manufacturerAddress?: string
  manufacturerContact?: string
  responsiblePerson?: string
  warnings?: string
  withdrawalExemption?: string
  own?: { name: string; value: string }[]
}
