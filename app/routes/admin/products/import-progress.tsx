import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"
import type { RowOutcome } from "~/domain/product-table/product-import"

/** How often a page with scripts looks again, in milliseconds. */
const PAUSE = 700

/** How far an import is. */
export function ImportProgress({ counts }: { counts: Record<RowOutcome, number> }) {
  const { revalidate, state } = useRevalidator()
  const done = counts.created + counts.updated + counts.failed
  const all = done + counts.create + counts.update
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is followed by another look
  useEffect(() => {
    if (state !== "idle") return
    const timer = setTimeout(revalidate, PAUSE)
    return () => clearTimeout(timer)
  }, [revalidate, state, done])
  return (
    <div className="stack stack-s" role="status">
      <label htmlFor="progress">
        Importing: {done} of {all} rows
      </label>
      <progress id="progress" value={done} max={all} />
    </div>
  )
}
