import { MAX_PRODUCT_IMAGES } from "~/domain/catalog/editing/image-edits"
import { cut } from "~/domain/text/cut"
import type { CellChange } from "../csv/imported-product"
import type { ImportRow, ImportTopic } from "../import/product-import"

/** A reason to list a row under a topic */
export interface Finding {
  topic: ImportTopic
  /** The reason, or what becomes of the value; rows are counted by it. */
  detail: string
  /** The number of pictures or addresses, or 1 */
  amount: number
}

type FoundRow = Pick<ImportRow, "outcome" | "fields" | "changes">

/** A value of a row under a topic, in the words of the file */
export type ListedValue = Pick<CellChange, "heading" | "cell" | "becomes" | "reason">

const TOO_MANY_PICTURES = `A product has at most ${MAX_PRODUCT_IMAGES} pictures`
const NO_SOURCE = "You chose no ZIP file, and not to fetch pictures from their addresses"

const topicOf = ({ about }: CellChange): ImportTopic => about ?? "values"
const detailOf = (change: CellChange) =>
  topicOf(change) === "values" ? change.heading : (change.group ?? change.reason)

/** Returns what is counted and listed of a row that is imported or unchanged. */
export function findingsOf({ outcome, fields, changes }: FoundRow, isPictured: boolean): Finding[] {
  if (outcome === "error") return []
  const found = new Map<string, Finding>()
  const add = (topic: ImportTopic, detail: string, amount = 1) => {
    const key = `${topic} ${detail}`
    const finding = found.get(key) ?? { topic, detail: cut(detail, 200), amount: 0 }
    found.set(key, { ...finding, amount: topic === "pictures-left" ? finding.amount + amount : amount })
  }
  for (const change of changes) add(topicOf(change), detailOf(change))
  const { pictures = [], picturesLeft = [], formerPaths = [], taxClassName } = fields.origin ?? {}
  if (outcome === "create" && fields.stock === 0 && !fields.uncounted) add("no-stock", "")
  if (taxClassName) add("taxes", taxClassChange(taxClassName, fields.taxClass))
  if (pictures.length > 0 && isPictured) add("pictures", "", pictures.length)
  if (pictures.length > 0 && !isPictured) add("pictures-left", NO_SOURCE, pictures.length)
  if (picturesLeft.length > 0) add("pictures-left", TOO_MANY_PICTURES, picturesLeft.length)
  if (formerPaths.length > 0) add("addresses", "", formerPaths.length)
  return [...found.values()]
}

const taxClassChange = (name: string, becomes = "") => `“${name}” becomes “${becomes}”`

/** Returns the values of a row that belong to a topic, or all changed values without a topic. `details` come from the findings of the row. */
export function valuesOf(
  { fields, changes }: Pick<FoundRow, "fields" | "changes">,
  topic: ImportTopic | "",
  details: readonly string[] = [],
): ListedValue[] {
  const { pictures = [], picturesLeft = [], formerPaths = [], taxClassName } = fields.origin ?? {}
  const listed = (heading: string, cell: string, becomes = cell, reason = "") => ({ heading, cell, becomes, reason })
  const own = changes.filter((change) => topic === "" || topicOf(change) === topic)
  switch (topic) {
    case "no-stock":
      return changes.filter(({ about }) => about === "stock")
    case "taxes":
      return taxClassName ? [listed("Tax class", taxClassName, fields.taxClass), ...own] : own
    case "pictures":
      return pictures.map((address) => listed("Picture", address))
    case "pictures-left":
      return [
        ...(details.includes(NO_SOURCE) ? pictures.map((address) => listed("Picture", address, "", NO_SOURCE)) : []),
        ...picturesLeft.map((address) => listed("Picture", address, "", TOO_MANY_PICTURES)),
      ]
    case "addresses":
      return formerPaths.map((path) => listed("Old address", path))
    default:
      return own
  }
}
