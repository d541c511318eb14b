import type { ProductChanges } from "~/domain/catalog/product"
import type { ProductOption } from "~/domain/catalog/variants/variant"
import type { VariantChange } from "~/domain/catalog/variants/variant-changes"
import { pluralize } from "~/domain/text/pluralize"
import type { CellChange } from "../csv/imported-product"
import type { ImportQuestion } from "../moving-in/read-context"
import type { SheetMapping } from "../moving-in/sheet"

/**
 * `create` and `update` become `created` and `updated`, or `failed` if the catalogue has changed too much since. An import
 * that is taken back makes these rows `undone`, or `kept` if the product was sold or changed in the meantime.
 */
export type RowOutcome = "create" | "update" | "same" | "error" | "created" | "updated" | "failed" | "undone" | "kept"

export const outcomeNames: Record<RowOutcome, string> = {
  create: "New",
  update: "Changed",
  same: "Unchanged",
  error: "Refused",
  created: "Created",
  updated: "Updated",
  failed: "Failed",
  undone: "Taken back",
  kept: "Kept",
}

/** Changes of the variant; the first row also has those of the product. */
export interface RowChanges extends ProductChanges, Omit<VariantChange, "values" | "sold" | "snapshot"> {
  picture?: number | null
  /** The changed options, for people */
  options?: string
  /** Names of options and values, of a product with options */
  selectedOptions?: [option: string, value: string][]
  /** Data of a new product from another shop */
  origin?: RowOrigin
  /** The versions of a product that the shop had before, if the import added some; in the first row that was written */
  versions?: ProductVersions
}

export interface ProductVersions {
  options: ProductOption[]
  /** The ids of all versions for sale */
  ids: string[]
  /** Those that the shop did not have before */
  added?: string[]
}

/** A product's identity in its original shop, and digests of its cells there */
export interface KnownOrigin {
  source: string
  key: string
  site: string
  cells: Record<string, string>
}

export interface RowOrigin {
  /** In the first row that is written */
  known?: KnownOrigin
  /** Addresses or file names of pictures, in the first row */
  pictures?: readonly string[]
  /** The alternative texts of the pictures, if they have any */
  alts?: readonly string[]
  formerPaths?: readonly string[]
  /** Addresses or file names of pictures beyond the limit of a product */
  picturesLeft?: readonly string[]
  /** The name of its tax class in its original shop, if this shop's has another */
  taxClassName?: string
  /** The number of this variant's picture, from 1 */
  pictureNumber?: number
}

export interface ImportRow {
  line: number
  /** The product's first row, with which its other rows are imported */
  productLine: number
  productId: string | null
  name: string
  outcome: RowOutcome
  fields: RowChanges
  before: RowChanges
  message: string
  changes: readonly CellChange[]
}

/** What is counted and listed of the rows of a file, apart from their outcomes */
export const importTopics = [
  "prices",
  "no-stock",
  "stock",
  "taxes",
  "skus",
  "values",
  "pictures",
  "pictures-left",
  "addresses",
] as const
export type ImportTopic = (typeof importTopics)[number]

export interface TopicCount {
  topic: ImportTopic
  rows: number
  /** The number of pictures or addresses; else that of the rows */
  amount: number
  /** The most frequent reasons, or what becomes of the values */
  details: { detail: string; rows: number }[]
}

/** What an import does, or has done, in numbers */
export interface ImportSummary {
  products: Partial<Record<RowOutcome, number>>
  topics: TopicCount[]
}

/**
 * `arriving`: being uploaded; `reading`: by a job; `mapping`: its columns are to be chosen; `asking`: a question about the
 * file needs an answer; `checked`: the preview, with nothing written yet
 */
export type ImportStatus =
  | "arriving"
  | "reading"
  | "refused"
  | "mapping"
  | "asking"
  | "checked"
  | "running"
  | "done"
  | "undoing"
  | "undone"

/** How a file is written */
export interface FileForm {
  encoding: string
  /** The separator's name for people */
  separator: string
  numbers: { heading: string; decimal: "," | "." }[]
}

export interface UnknownHeading {
  heading: string
  samples: string[]
}

export interface ProductImport {
  id: string
  fileName: string
  status: ImportStatus
  finishedAt: Date | null
  counts: Record<RowOutcome, number>
  source: string
  /** The use of each heading; null before it is known, and in older imports of files of this shop */
  mapping: SheetMapping | null
  form: FileForm | null
  questions: ImportQuestion[]
  /** The answers that were given */
  answers: Record<string, string>
  notes: string[]
  /** The headings of a file of an unknown system, until its columns are chosen */
  headings: UnknownHeading[] | null
  newCategories: string[]
  /** Null before the file is read, and while it is written */
  summary: ImportSummary | null
  rowsRead: number
  /** The reason why the file was refused */
  problem: string
  pictures: Record<"waiting" | "stored" | "failed", number>
}

/** The source of a file in the format of this shop */
export const OWN_SOURCE = "Counter"

/** What taking an import back does */
export interface UndoCounts {
  /** New products */
  deleted: number
  /** Products that the shop had before */
  restored: number
  /** Versions of these with another stock */
  restocked: number
  /** Versions that were added to these */
  removed: number
}

/** What staff read before they take an import back */
export function describeUndo({ deleted, restored, restocked, removed }: UndoCounts): string {
  const are = (count: number) => (count === 1 ? "is" : "are")
  const sentences = [
    deleted > 0 &&
      `${pluralize(deleted, "product")} ${are(deleted)} deleted for good, with stock, reviews and old addresses.`,
    restored > 0 &&
      `${pluralize(restored, "product")} ${restored === 1 ? "gets its" : "get their"} former values back.`,
    removed > 0 &&
      `${pluralize(removed, "version")} that the import added to ${restored === 1 ? "it" : "them"} ${are(removed)} deleted for good.`,
    restocked > 0 &&
      `The stock of ${pluralize(restocked, "version")} changes back by what the import added or removed, so sales stay.`,
    "Categories stay.",
  ]
  return sentences.filter(Boolean).join(" ")
}

/** The answer to a question that takes a number as well as its choices, with the number in a separate field */
export const BY_NUMBER = "number"

export const IMPORT_ROWS_PER_PAGE = 10
