import type { CustomerImport } from "~/domain/customers/import/customer-import"
import { withCommas } from "~/domain/text/with-commas"
import { type Progress, RefreshedProgress, ReloadWithoutScripts } from "../../refreshed-progress"

type Found = Pick<CustomerImport, "status" | "counts" | "rowsRead">

export function ImportProgress({ found }: { found: Found }) {
  return (
    <>
      <RefreshedProgress {...progressOf(found)} />
      <ReloadWithoutScripts />
    </>
  )
}

function progressOf({ status, counts, rowsRead }: Found): Progress {
  if (status === "reading") return { words: `Reading: ${withCommas(rowsRead)} rows so far` }
  if (status === "undoing") {
    const done = counts.undone + counts.kept
    const all = done + counts.created + counts.merged
    return { words: `Taking back: ${done} of ${all} rows`, done, all }
  }
  const done = counts.created + counts.merged + counts.failed
  const all = done + counts.create + counts.merge
  return { words: `Importing: ${done} of ${all} rows`, done, all }
}
