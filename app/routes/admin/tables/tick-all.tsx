import { type ReactNode, type RefObject, useEffect, useState } from "react"
import { useHydrated } from "~/ui/use-hydrated"

interface TickAllProps {
  form: RefObject<HTMLFormElement>
  /** From `useTicked` */
  ticked: number
  count: number
  /** Replaces the box without scripts */
  children: ReactNode
}

/** Ticks all boxes named `id` of a form, also those outside of its element. */
export function TickAll({ form, ticked, count, children }: TickAllProps) {
  const hydrated = useHydrated()
  return (
    <>
      {hydrated ? (
        <label>
          <input
            type="checkbox"
            checked={ticked === count}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < count
            }}
            onChange={({ currentTarget: { checked } }) => {
              for (const box of boxesOf(form)) box.checked = checked
            }}
          />
          Select all on this page
        </label>
      ) : (
        children
      )}
      <p role="status">{hydrated ? `${ticked} selected` : "Ticked below"}:</p>
    </>
  )
}

function boxesOf({ current }: RefObject<HTMLFormElement>): HTMLInputElement[] {
  const controls: Element[] = current ? [...current.elements] : []
  return controls.filter((one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === "id")
}

/** Also counts boxes that were ticked before scripts ran. */
export function useTicked(form: RefObject<HTMLFormElement>, ids: string[]): number {
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
