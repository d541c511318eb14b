import { useFetcher, useNavigation } from "@remix-run/react"
import { type FormEvent, type RefObject, useCallback, useEffect, useRef } from "react"
import type { FormResult } from "~/http/doorways/form.server"

/** Milliseconds without a change after which quantities are saved */
const SAVE_DELAY = 500

/**
 * Saves quantities as they change. Each button submits the whole cart, and the newest submission aborts the one before;
 * no response redirects after the shopper has left the page.
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
      const action = button?.getAttribute("formaction") ?? "/cart"
      submit(cartFormData(form.current, button), { method: "post", action })
    },
    [form, submit],
  )

  useEffect(() => {
    const element = form.current
    if (!element) return
    const keepSoon = ({ target }: Event) => {
      element.dataset.changing = ""
      clearPreviousQuantity(target)
      clearTimeout(timer.current)
      timer.current = setTimeout(send, leaving ? 0 : SAVE_DELAY)
    }
    // The window is closed, or the page left without scripts: what is not answered for yet is sent once more.
    const keepNow = () => {
      if (element.dataset.changing !== undefined) navigator.sendBeacon("/cart", cartFormData(element))
    }
    element.addEventListener("input", keepSoon)
    window.addEventListener("pagehide", keepNow)
    return () => {
      element.removeEventListener("input", keepSoon)
      window.removeEventListener("pagehide", keepNow)
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
    /** The name and value of the button whose press is being answered. */
    isBusy: (name: string, value: string) => fetcher.formData?.get(name) === value,
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

/** An older change of this line may be on its way: the page no longer has its value. */
function clearPreviousQuantity(target: EventTarget | null) {
  const previous = (target as Element).closest("li")?.querySelector<HTMLInputElement>("[name=previousQuantity]")
  if (previous) previous.value = "0"
}
