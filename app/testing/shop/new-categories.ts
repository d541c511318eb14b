import { Categories } from "~/domain/catalog/categories/categories"
import { initialCategories } from "~/domain/catalog/categories/category"

/** Categories of a new shop, without a database */
export const newCategories = new Categories(
  initialCategories.map((name, index) => ({
    id: String(index + 1).padStart(24, "0"),
    key: name,
    name,
    slug: name.toLowerCase(),
    body: "",
    picture: null,
    wordsOutdated: false,
  })),
)
