import { useEffect } from "react"

interface EarlyInput {
  /** The inputs that people changed before scripts ran, with their last values. */
  touched: Map<EventTarget | null, string>
  note(event: Event): void
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

/** An inline script in the page's head: it records what is changed while the shop's scripts are loading. */
export const earlyInputScript =
  'earlyInput={touched:new Map,note(e){earlyInput.touched.set(e.target,e.target.value)}};addEventListener("input",earlyInput.note,true)'

/**
 * Once scripts run, every control that was changed before reports it to them: by the same events as if it were changed
 * now. Values that the browser itself has restored are left out.
 */
export function useEarlyInput() {
  useEffect(() => {
    const early = window.earlyInput
    if (!early) return
    window.removeEventListener("input", early.note, true)
    for (const [control, typed] of early.touched) {
      // React 18 puts the server's text back into a textarea when it takes the page over.
      if (control instanceof HTMLTextAreaElement && control.value !== typed) control.value = typed
      control?.dispatchEvent(new Event("input", { bubbles: true }))
      control?.dispatchEvent(new Event("change", { bubbles: true }))
    }
    early.touched.clear()
  }, [])
}
