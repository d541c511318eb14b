import { useNavigation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { useEffectAtOnce } from "~/ui/use-effect-at-once"

/** Returns the focus to the button or field that sent a form, when the form has been remounted with another key. */
export function useKeptFocus(key: string) {
  const { state } = useNavigation()
  const findSender = useRef<() => Element | null | undefined>()
  const last = useRef(key)
  useEffect(() => {
    if (state !== "idle") findSender.current ??= finderOf(document.activeElement)
  }, [state])
  useEffectAtOnce(() => {
    if (last.current === key) return
    last.current = key
    const sender = findSender.current?.()
    if (document.activeElement === document.body && sender instanceof HTMLElement) sender.focus({ preventScroll: true })
  }, [key])
  useEffect(() => {
    if (state === "idle") findSender.current = undefined
  }, [state])
}

/** Buttons have no ids; fields may be added before them. */
function finderOf(sender: Element | null) {
  const form = sender?.closest("form")
  if (!sender || !form) return undefined
  const fromEnd = [...form.elements].reverse().indexOf(sender)
  return () => {
    if (sender.id || !form.id) return document.getElementById(sender.id)
    const elements = document.querySelector<HTMLFormElement>(`#${CSS.escape(form.id)}`)?.elements
    return elements?.item(elements.length - 1 - fromEnd)
  }
}
