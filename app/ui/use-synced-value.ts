import { type RefObject, useEffect, useRef } from "react"

/** Updates an uncontrolled input with the page's value and keeps the focus; text typed before hydration stays. */
export function useSyncedValue(input: RefObject<HTMLInputElement | null>, value: string | number) {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    if (isBeingChanged(input.current)) return
    if (input.current && input.current.value !== String(value)) input.current.value = String(value)
  }, [input, value])
}

/** Does the same as `useSyncedValue` for a radio button or a checkbox; a click shows immediately. */
export function useSyncedCheck(checked: boolean): RefObject<HTMLInputElement> {
  const input = useRef<HTMLInputElement>(null)
  const last = useRef(checked)
  useEffect(() => {
    if (last.current !== checked && input.current && !isBeingChanged(input.current)) input.current.checked = checked
    last.current = checked
  }, [checked])
  return input
}

/** Whether the form has a change that is not applied yet */
function isBeingChanged(input: HTMLInputElement | null): boolean {
  return input?.form?.dataset.changing !== undefined
}
