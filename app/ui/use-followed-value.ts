import { type RefObject, useEffect, useRef } from "react"

/**
 * Lets an uncontrolled input follow the page: when the page's value changes, the input takes it, keeping its focus.
 * What was typed before scripts arrived is left alone.
 */
export function useFollowedValue(input: RefObject<HTMLInputElement | null>, value: string | number) {
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    if (input.current && input.current.value !== String(value)) input.current.value = String(value)
  }, [input, value])
}
