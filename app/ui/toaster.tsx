import { useState } from "react"
import { Toast, type ToastView } from "./toast"

/** The status region for messages. It is on every page, empty or not, so that screen readers watch it from the start. */
export function Toaster({ toasts }: { toasts: ToastView[] }) {
  const { shown, close } = useShownToasts(toasts)
  return (
    <div className="toaster" role="status" aria-live="polite">
      {shown.length > 0 && (
        <ul>
          {shown.map((toast) => (
            <Toast key={keyOf(toast)} toast={toast} onClose={() => close(toast)} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** A message outlives the page data it came with: going on within its five seconds does not cut it short. */
function useShownToasts(toasts: ToastView[]) {
  const [given, setGiven] = useState(toasts)
  const [shown, setShown] = useState(toasts)
  const changed = toasts.length !== given.length || toasts.some((toast, index) => toast !== given[index])
  if (changed) {
    setGiven(toasts)
    setShown([...shown, ...toasts.filter((toast) => !given.includes(toast))])
  }
  return { shown, close: (closed: ToastView) => setShown((current) => current.filter((toast) => toast !== closed)) }
}

const keys = new WeakMap<ToastView, number>()
let lastKey = 0

/** Two messages may say the same words, so the object itself is the identity. */
function keyOf(toast: ToastView): number {
  const key = keys.get(toast) ?? ++lastKey
  keys.set(toast, key)
  return key
}
