import { Form } from "@remix-run/react"
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { classNames } from "~/ui/class-names"
import { useHydrated } from "~/ui/use-hydrated"

interface TickFormProps {
  ids: string[]
  action: string
  /** Replaces the checkbox for all rows where there are no scripts. */
  all: ReactNode
  /** The fields and buttons */
  bar: ReactNode
  /** The table, with a checkbox named `id` in each row */
  children: ReactNode
}

/** A form around a table, for its selected rows. With scripts its bar counts them, and stays visible. */
export function TickForm({ ids, action, all, bar, children }: TickFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const ticked = useTicked(form, ids)
  return (
    <Form ref={form} method="get" action={action} className="stack">
      <div className={classNames("bulk-bar", ticked > 0 && "bulk-bar-ticked")}>
        {hydrated ? (
          <label>
            <input
              type="checkbox"
              checked={ticked === ids.length}
              ref={(box) => {
                if (box) box.indeterminate = ticked > 0 && ticked < ids.length
              }}
              onChange={({ currentTarget: { checked } }) => {
                for (const box of boxesOf(form)) box.checked = checked
              }}
            />
            Select all on this page
          </label>
        ) : (
          all
        )}
        <p role="status">{hydrated ? `${ticked} selected` : "Ticked below"}:</p>
        {bar}
      </div>
      {children}
    </Form>
  )
}

function boxesOf({ current }: RefObject<HTMLFormElement>): HTMLInputElement[] {
  const controls: Element[] = current ? [...current.elements] : []
  return controls.filter((one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === "id")
}

/** Also counts checkboxes that were checked before scripts ran. */
function useTicked(form: RefObject<HTMLFormElement>, ids: string[]): number {
  const [ticked, setTicked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other boxes
  useEffect(() => {
    const count = () => setTicked(boxesOf(form).filter((box) => box.checked).length)
    count()
    document.addEventListener("change", count)
    return () => document.removeEventListener("change", count)
  }, [form, ids.join()])
  return ticked
}
