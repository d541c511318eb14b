import { useFetcher } from "@remix-run/react"
import { useEffect } from "react"
import type { Region } from "~/domain/shipping/countries.server"
import type { FormResult } from "~/http/doorways/form.server"

/** The button that shows the states of the chosen country, keeping the entries */
export const SHOW_STATES = "show-states"

/** The country of the states that the form shows */
export const STATES_OF = "states-of"

export interface CountryStates {
  states: Region[]
  /** The country of these states; empty if there are none */
  statesOf: string
}

/** Fetches the states of another country in the background. */
export function useStates(known: CountryStates, country: string, formId: string): Region[] {
  const { data, submit } = useFetcher<FormResult<CountryStates>>()
  const shown = [known, data].find((one) => one?.statesOf === country)
  const missing = shown === undefined
  // Handles a country that was chosen before scripts ran, or that the browser filled in or restored
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!missing || !country || !(form instanceof HTMLFormElement)) return
    const typed = new FormData(form)
    typed.set(SHOW_STATES, "")
    submit(typed, { method: "post" })
  }, [missing, country, formId, submit])
  return shown?.states ?? []
}
