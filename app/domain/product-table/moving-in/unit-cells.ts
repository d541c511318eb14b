import type { ImportedInventory, ImportedVariant } from "../csv/imported-product"
import type { UnitCells } from "./read-context"
import type { RowReader } from "./row-reader"

export interface ReadUnits extends Pick<ImportedVariant, "asked"> {
  cells: UnitCells
}

interface UnitSource<Key> extends ImportedInventory {
  /** Reads the units of a version that was counted. */
  count: () => string
  /** The cell to name if the units are not those of the file */
  cell: Key
  /** The cell that says whether it is sold when its stock is used up */
  policy?: Key
  /** What the other shop counted, for several versions together */
  shared?: string
}

/** Returns the units of a version: those of the file, or those that staff chose where the shop cannot keep them. */
export function unitCells<Key extends string>(reader: RowReader<Key>, source: UnitSource<Key>): ReadUnits {
  const { counted, isInStock, isSoldWhenOut, cell, policy } = source
  if (counted === "none" && !isInStock) {
    reader.change(cell, "0", "It was not in stock, and not counted", { about: "stock" })
    return { cells: { stock: "0" } }
  }
  if (counted === "none") return asked(reader, cell, "uncounted", "The other shop did not count it")
  if (isSoldWhenOut && isInStock && reader.context.sellsWhenOut()) {
    reader.change(
      counted === "product" ? cell : (policy ?? cell),
      NOT_COUNTED,
      "The other shop sells it when its stock is used up",
      { about: "stock" },
    )
    return { cells: { uncounted: "yes" }, asked: "backorders" }
  }
  if (counted === "product") {
    const reason = `The other shop counted ${source.shared || "0"} for all versions of the product together`
    return asked(reader, cell, "shared", reason, "The other shop counted all versions of the product together")
  }
  const cells = { stock: source.count() }
  return isSoldWhenOut && isInStock ? { cells, asked: "backorders" } : { cells }
}

const NOT_COUNTED = "not counted"

/** Asks for the units of a version, and names what becomes of its cell. */
export function asked<Key extends string>(
  reader: RowReader<Key>,
  cell: Key,
  why: "uncounted" | "shared" | "unstated",
  reason: string,
  group?: string,
): ReadUnits {
  const { context } = reader
  const cells =
    why === "uncounted" ? context.uncountedUnits() : why === "shared" ? context.sharedUnits() : context.unstatedUnits()
  reader.change(cell, cells.stock ?? NOT_COUNTED, reason, { about: "stock", ...(group && { group }) })
  return { cells, asked: why }
}
