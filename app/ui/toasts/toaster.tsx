import { useLocation, useNavigation } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { Toast, type ToastView } from "./toast"

interface ToasterProps {
  toasts: ToastView[]
  /** The page itself announces it. */
  refusal?: ToastView | null
  onCloseRefusal?: () => void
}

/** Rendered on every page, so that screen readers watch it from the start. */
export function Toaster({ toasts, refusal, onCloseRefusal = () => {} }: ToasterProps) {
  const { shown, close } = useShownToasts(toasts)
  const served = useServed(toasts)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (region.current) region.current.style.minBlockSize = served ? `${region.current.offsetHeight}px` : ""
  }, [served])
  return (
    <div ref={region} className="toaster" data-served={served || undefined}>
      <div role="status" aria-live="polite">
        <ToastList toasts={shown} onClose={close} />
      </div>
      {refusal && (
        <section aria-label="Message">
          <ToastList toasts={[refusal]} onClose={onCloseRefusal} />
        </section>
      )}
    </div>
  )
}

function ToastList({ toasts, onClose }: { toasts: ToastView[]; onClose: (toast: ToastView) => void }) {
  if (toasts.length === 0) return null
  return (
    <ul>
      {toasts.map((toast) => (
        <Toast key={keyOf(toast)} toast={toast} onClose={() => onClose(toast)} />
      ))}
    </ul>
  )
}

function useServed(toasts: ToastView[]): boolean {
  const { key } = useLocation()
  const [first] = useState({ key, hasToasts: toasts.length > 0 })
  return first.hasToasts && first.key === key
}

/** Stays longer than the page data it came with; an error only until the next form is sent */
function useShownToasts(toasts: ToastView[]) {
  const isSending = useNavigation().state === "submitting"
  const [given, setGiven] = useState(toasts)
  const [shown, setShown] = useState(toasts)
  const changed = toasts.length !== given.length || toasts.some((toast, index) => toast !== given[index])
  if (changed) {
    setGiven(toasts)
    setShown([...shown, ...toasts.filter((toast) => !given.includes(toast))])
  } else if (isSending && shown.some(isError)) {
    setShown(shown.filter((toast) => !isError(toast)))
  }
  return { shown, close: (closed: ToastView) => setShown((current) => current.filter((toast) => toast !== closed)) }
}

const isError = ({ type }: ToastView) => type === "error"

const keys = new WeakMap<ToastView, number>()
let lastKey = 0

/** Equal messages may be shown twice. */
function keyOf(toast: ToastView): number {
  const key = keys.get(toast) ?? ++lastKey
  keys.set(toast, key)
  return key
}
