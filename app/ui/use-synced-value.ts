import { type RefObject, useEffect, useRef } from "react"

/**
 * Lets an uncontrolled input follow the page: when the page's value changes, the input takes it, keeping its focus.
 * A value that was typed before scripts arrived is left alone.
 */
export function useSyncedValue(input: RefObject<HTMLInputElement | null>, value: string | number) {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    if (isBeingChanged(input.current)) return
    if (input.current && input.current.value !== String(value)) input.current.value = String(value)
  }, [input, value])
}

/** Whether its form holds a change that is yet to be applied: what the page answers to an older one must not undo it. */
export function isBeingChanged(input: HTMLInputElement | null): boolean {
  return input?.form?.dataset.changing !== undefined
}
