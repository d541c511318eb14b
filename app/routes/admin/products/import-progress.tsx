import type { ProductImport } from "~/domain/product-table/import/product-import"
import { withCommas } from "~/domain/text/with-commas"
import { type Progress, RefreshedProgress, ReloadWithoutScripts } from "../refreshed-progress"

type Found = Pick<ProductImport, "status" | "counts" | "pictures" | "rowsRead">

export function ImportProgress({ found }: { found: Found }) {
  return (
    <>
      <RefreshedProgress {...progressOf(found)} />
      <ReloadWithoutScripts />
    </>
  )
}

function progressOf({ status, counts, pictures, rowsRead }: Found): Progress {
  if (status === "reading") return { words: `Reading: ${withCommas(rowsRead)} rows so far` }
  if (status === "undoing") {
    const gone = counts.undone + counts.kept
    const all = gone + counts.created
    return { words: `Taking back: ${gone} of ${all} rows`, done: gone, all }
  }
  const done = counts.created + counts.updated + counts.failed
  const all = done + counts.create + counts.update
  if (done < all || pictures.waiting === 0) return { words: `Importing: ${done} of ${all} rows`, done, all }
  const finished = pictures.stored + pictures.failed
  const count = finished + pictures.waiting
  return { words: `Fetching pictures: ${finished} of ${count}`, done: finished, all: count }
}
