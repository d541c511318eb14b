import type { StoredPicture } from "~/domain/media/picture"

export const initialCategories = ["Electronics", "Footwear", "Clothing", "Gaming", "Kitchen", "Household"] as const

export interface Category {
  id: string
  /** The key that products refer to; it never changes. */
  key: string
  name: string
  slug: string
  /** Markdown */
  body: string
  picture: StoredPicture | null
  /** Whether the search index of some products still has its former name */
  wordsOutdated: boolean
}

export const MAX_CATEGORIES = 100
export const MAX_CATEGORY_NAME = 60
export const MAX_CATEGORY_BODY = 10_000
