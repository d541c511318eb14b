import { useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { APART } from "~/ui/button"
import { classNames } from "~/ui/class-names"

interface MenuProps {
  className?: string
  label: string
  trigger: ReactNode
  /** Absent if the menu follows in the document. */
  children?: ReactNode
}

/** Uses a native disclosure; scripts close it on Escape, a click elsewhere, and navigation. */
export function Menu({ className, label, trigger, children }: MenuProps) {
  const ref = useClosingDetails()
  return (
    <>
      {APART}
      <details ref={ref} className={classNames("menu", className)}>
        <summary className="icon-button">
          {trigger} <span className="visually-hidden">{label}</span>
        </summary>
        {children && <div className="menu-panel">{children}</div>}
      </details>
    </>
  )
}

function useClosingDetails() {
  const ref = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page is the event this effect waits for
  useEffect(() => {
    if (ref.current) ref.current.open = false
  }, [key])

  useEffect(() => {
    const details = ref.current
    if (!details) return
    function close(event: KeyboardEvent | MouseEvent) {
      if (!details?.open || document.querySelector("dialog:modal")) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return
        details.open = false
        details.querySelector("summary")?.focus()
      } else if (!details.contains(event.target as Node)) {
        details.open = false
      }
    }
    document.addEventListener("keydown", close)
    document.addEventListener("click", close)
    return () => {
      document.removeEventListener("keydown", close)
      document.removeEventListener("click", close)
    }
  }, [])
  return ref
}
