import { useLocation, useSubmit } from "@remix-run/react"
import { type RefObject, useRef, useState } from "react"
import { useEffectAtOnce } from "~/ui/use-effect-at-once"

/** Milliseconds without a change after which the form is applied */
const SUBMIT_DELAY = 400

interface Change {
  timer?: ReturnType<typeof setTimeout>
  /** The history index before its first change */
  from?: number
  /** Whether the input has ended: a value chosen, the slider released, or the field left */
  settled?: boolean
}

/**
 * Submits a form as it changes. Each finished change is a history entry, which replaces those of unfinished ones.
 * @returns a key for the fields, which changes if Back overtakes a change, so that they show the address's values
 */
export function useAutoSubmit(form: RefObject<HTMLFormElement>): number {
  const submit = useSubmit()
  const change = useRef<Change>({})
  const isSubmitting = useRef(false)
  const { key } = useLocation()
  const [overtaken, setOvertaken] = useState(0)

  useEffectAtOnce(() => {
    isSubmitting.current = false
  }, [key])

  useEffectAtOnce(() => {
    const element = form.current
    if (!element) return
    const forget = () => {
      clearTimeout(change.current.timer)
      delete element.dataset.changing
      change.current = {}
    }
    const overtake = () => {
      if (change.current.timer || isSubmitting.current) setOvertaken((times) => times + 1)
      isSubmitting.current = false
      forget()
    }
    const apply = () => {
      const at = currentStep()
      const { from = at, settled } = change.current
      change.current = settled ? {} : { from }
      delete element.dataset.changing
      if (!element.checkValidity()) return
      isSubmitting.current = true
      submit(element, { replace: from !== at, preventScrollReset: true })
    }
    const pass = () => {
      element.dataset.changing = ""
      clearTimeout(change.current.timer)
      change.current = { from: change.current.from, timer: setTimeout(apply, SUBMIT_DELAY) }
    }
    const settle = () => {
      if (change.current.timer) change.current.settled = true
      else change.current = {}
    }
    element.addEventListener("input", pass)
    element.addEventListener("change", settle)
    element.addEventListener("submit", forget)
    window.addEventListener("popstate", overtake)
    return () => {
      forget()
      element.removeEventListener("input", pass)
      element.removeEventListener("change", settle)
      element.removeEventListener("submit", forget)
      window.removeEventListener("popstate", overtake)
    }
  }, [form, submit])
  return overtaken
}

/** React Router's index in the history, which hooks learn only after rendering */
function currentStep(): number {
  return history.state?.idx ?? 0
}
