import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"
import type { ProductImport } from "~/domain/product-table/import/product-import"
import { withCommas } from "~/domain/text/with-commas"

/** Milliseconds between two polls of a page with scripts */
const PAUSE = 700

type Progress = Pick<ProductImport, "status" | "counts" | "pictures" | "rowsRead">

export function ImportProgress({ found }: { found: Progress }) {
  const { revalidate, state } = useRevalidator()
  const { words, done, all } = progressOf(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response schedules the next request
  useEffect(() => {
    if (state !== "idle") return
    const timer = setTimeout(revalidate, PAUSE)
    return () => clearTimeout(timer)
  }, [revalidate, state, words])
  return (
    <div className="stack stack-s" role="status">
      <label htmlFor="progress">{words}</label>
      <progress id="progress" value={done} max={all} />
    </div>
  )
}

/** The bar has no value while the total is unknown. */
function progressOf({ status, counts, pictures, rowsRead }: Progress): { words: string; done?: number; all?: number } {
  if (status === "reading") return { words: `Reading: ${withCommas(rowsRead)} rows so far` }
  const done = counts.created + counts.updated + counts.failed
  const all = done + counts.create + counts.update
  if (done < all || pictures.waiting === 0) return { words: `Importing: ${done} of ${all} rows`, done, all }
  const finished = pictures.stored + pictures.failed
  const count = finished + pictures.waiting
  return { words: `Fetching pictures: ${finished} of ${count}`, done: finished, all: count }
}
