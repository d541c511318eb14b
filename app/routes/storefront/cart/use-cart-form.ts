import { useFetcher, useNavigation } from "@remix-run/react"
import { type FormEvent, type RefObject, useCallback, useEffect, useRef } from "react"
import type { FormResult } from "~/http/doorways/form.server"

/** Milliseconds without a change after which quantities are saved */
const SAVE_DELAY = 500

/**
 * Saves quantities as they change. Each button submits the whole cart, and a new submission aborts the previous one; no
 * response redirects after the shopper has left the page.
 */
export function useCartForm(form: RefObject<HTMLFormElement>) {
  const fetcher = useFetcher<FormResult>({ key: "cart" })
  const { submit } = fetcher
  const leaving = useNavigation().state !== "idle"
  const timer = useRef<ReturnType<typeof setTimeout>>()

  const send = useCallback(
    (button?: HTMLElement | null) => {
      clearTimeout(timer.current)
      timer.current = undefined
      if (!form.current) return
      submit(cartFormData(form.current, button), { method: "post", action: "/cart" })
    },
    [form, submit],
  )

  useEffect(() => {
    const element = form.current
    if (!element) return
    const saveSoon = ({ target }: Event) => {
      element.dataset.changing = ""
      clearPreviousQuantity(target)
      clearTimeout(timer.current)
      timer.current = setTimeout(send, leaving ? 0 : SAVE_DELAY)
    }
    // Some browsers skip a button that is not drawn, and would click the first *Remove*.
    const sendAtEnter = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      send()
    }
    // Sends pending changes again when the window closes or another document loads.
    const saveNow = () => {
      if (element.dataset.changing !== undefined) navigator.sendBeacon("/cart", cartFormData(element))
    }
    element.addEventListener("input", saveSoon)
    element.addEventListener("keydown", sendAtEnter)
    window.addEventListener("pagehide", saveNow)
    return () => {
      element.removeEventListener("input", saveSoon)
      element.removeEventListener("keydown", sendAtEnter)
      window.removeEventListener("pagehide", saveNow)
    }
  }, [form, send, leaving])

  useEffect(() => {
    if (leaving && timer.current) send()
  }, [leaving, send])

  const kept = fetcher.state === "idle"
  useEffect(() => {
    if (kept && !timer.current) delete form.current?.dataset.changing
  })

  return {
    refused: fetcher.data,
    /** Whether the response to this button is pending */
    isBusy: (name: string) => fetcher.formData?.has(name) ?? false,
    onSubmit(event: FormEvent) {
      event.preventDefault()
      send((event.nativeEvent as SubmitEvent).submitter)
    },
  }
}

function cartFormData(form: HTMLFormElement, button?: HTMLElement | null): FormData {
  const sent = new FormData(form, button)
  sent.set("stay", "")
  return sent
}

/** An earlier change of this line may be pending, so the rendered quantity is out of date. */
function clearPreviousQuantity(target: EventTarget | null) {
  const previous = (target as Element).closest("li")?.querySelector<HTMLInputElement>("[name=previousQuantity]")
  if (previous) previous.value = "0"
}
