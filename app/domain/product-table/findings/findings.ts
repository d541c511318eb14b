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

/** A picture of a product whose rows were written, by its address */
export interface QueuedPicture {
  address: string
  status: "waiting" | "stored" | "failed"
  problem: string
}

interface ValuesBehind {
  topic: ImportTopic | ""
  /** The reasons by which the row is counted under the topic */
  details?: readonly string[]
  /** Absent until the row is written; earlier failures have no reasons. */
  pictures?: readonly QueuedPicture[]
}

/** Returns the values of a row behind its number under a topic, or all changed values without a topic. */
export function valuesOf(
  { fields, changes }: Pick<FoundRow, "fields" | "changes">,
  { topic, details = [], pictures: queued = [] }: ValuesBehind,
): ListedValue[] {
  const { pictures = [], picturesLeft = [], formerPaths = [], taxClassName } = fields.origin ?? {}
  const listed = (heading: string, cell: string, becomes = cell, reason = "") => ({ heading, cell, becomes, reason })
  const own = changes.filter((change) => topicOf(change) === topic && details.includes(cut(detailOf(change), 200)))
  switch (topic) {
    case "":
      return [...changes]
    case "no-stock":
      return changes.filter(({ about }) => about === "stock")
    case "taxes": {
      const isNamed = taxClassName && details.includes(cut(taxClassChange(taxClassName, fields.taxClass), 200))
      return isNamed ? [listed("Tax class", taxClassName, fields.taxClass), ...own] : own
    }
    case "pictures": {
      const failed = new Set(queued.filter(({ status }) => status === "failed").map(({ address }) => address))
      return pictures
        .filter((address) => !failed.has(keptAddress(address)))
        .map((address) => listed("Picture", address))
    }
    case "pictures-left": {
      const left = (addresses: readonly string[], reason: string) =>
        details.includes(reason) ? addresses.map((address) => listed("Picture", address, "", reason)) : []
      const failed = queued.filter(({ status }) => status === "failed")
      return [
        ...left(pictures, NO_SOURCE),
        ...left(picturesLeft, TOO_MANY_PICTURES),
        ...failed.flatMap(({ address, problem }) =>
          problem === "" || details.includes(problem) ? [listed("Picture", address, "", problem)] : [],
        ),
      ]
    }
    case "addresses":
      return formerPaths.map((path) => listed("Old address", path))
    default:
      return own
  }
}

/** The address of a picture as it is stored while it waits */
export const keptAddress = (address: string) => cut(address, 2_000)
