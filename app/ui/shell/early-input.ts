import { useEffect } from "react"

interface EarlyInput {
  /** Inputs changed before hydration, with their last values */
  touched: Map<EventTarget | null, string>
  note(event: Event): void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

export const earlyInputScript = import.meta.env.SSR
  ? 'earlyInput={touched:new Map,note(e){earlyInput.touched.set(e.target,e.target.value)}};addEventListener("input",earlyInput.note,true)'
  : " "

/** Replays changes made before hydration as events, except what the browser restored itself. */
export function useEarlyInput() {
  useEffect(() => {
    const early = window.earlyInput
    if (!early) return
    window.removeEventListener("input", early.note, true)
    for (const [control, typed] of early.touched) {
      // React 18 resets a textarea's text when hydrating.
      if (control instanceof HTMLTextAreaElement && control.value !== typed) control.value = typed
      control?.dispatchEvent(new Event("input", { bubbles: true }))
      control?.dispatchEvent(new Event("change", { bubbles: true }))
    }
    early.touched.clear()
  }, [])
}
