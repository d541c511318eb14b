import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"

/** Milliseconds between two polls of a page with scripts */
const PAUSE = 700

export interface Progress {
  words: string
  /** The bar has no value while the total is unknown. */
  done?: number
  all?: number
}

/** The progress of a job; the page loads its data again until the job is done. */
export function RefreshedProgress({ words, done, all }: Progress) {
  const { revalidate, state } = useRevalidator()
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

/** With scripts, a scheduled reload would close a dialog that was opened after the job ended. */
export function ReloadWithoutScripts() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="2" />
    </noscript>
  )
}
