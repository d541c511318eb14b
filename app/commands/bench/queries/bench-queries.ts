import { brand } from "../../seed/brand"

export interface BenchQuery {
  name: string
  /** The query string, without `?` */
  query: string
  lastPage?: boolean
}

/** Words of a fifth, a fortieth and a thousandth of the products */
const common = "steel"
const medium = "lamp"
const rare = brand(250).toLowerCase()

export const benchQueries: BenchQuery[] = [
  { name: "everything", query: "" },
  { name: "last page", query: "", lastPage: true },
  { name: "category", query: "category=Clothing" },
  { name: "price range", query: "price[gte]=50&price[lte]=80" },
  { name: "half of all prices", query: "price[gte]=80" },
  { name: "rating", query: "ratings[gte]=4" },
  { name: "category, price, cheapest first", query: "category=Gaming&price[gte]=20&price[lte]=60&sort=price-asc" },
  { name: "common word", query: `keyword=${common}` },
  { name: "common word, last page", query: `keyword=${common}`, lastPage: true },
  { name: "medium word", query: `keyword=${medium}` },
  { name: "rare word", query: `keyword=${rare}` },
  { name: "no hit", query: "keyword=xylophonist" },
  { name: "misspelt word", query: "keyword=hedphones" },
  { name: "nothing but a sign", query: "keyword=%25" },
  { name: "two words", query: `keyword=${common}+${medium}` },
  { name: "word, category and price", query: `keyword=${common}&category=Kitchen&price[gte]=20&price[lte]=90` },
]

/** Milliseconds for rows and exact count without a cached count, by number of products */
export const coldLimits = new Map([
  [10_000, 3],
  [100_000, 20],
  [1_000_000, 120],
])
/** Milliseconds with a cached count, at any size */
export const WARM_LIMIT = 3
