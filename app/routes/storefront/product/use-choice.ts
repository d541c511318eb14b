import type { SubmissionResult } from "@conform-to/react"
import { useLocation, useNavigate, useNavigation } from "@remix-run/react"
import { type FormEvent, type KeyboardEvent, useRef } from "react"
import { type Choice, optionFields } from "~/domain/catalog/product-path"
import { choiceOf, type SentChoice, sentChoice } from "~/domain/catalog/variants/choice"
import type { ProductOption } from "~/domain/catalog/variants/variant"

/** Returns the chosen options: those of a pending navigation, of a refused form, or else of the address. */
export function useChoice(
  options: readonly ProductOption[],
  refused: Pick<SubmissionResult<string[]>, "initialValue"> | undefined,
): Choice {
  const location = useLocation()
  const { location: next } = useNavigation()
  if (next?.pathname === location.pathname) return choiceOf(options, sentChoice(searchOf(next)))
  return choiceOf(options, refused?.initialValue ? typedChoice(refused.initialValue) : sentChoice(searchOf(location)))
}

function typedChoice(typed: Record<string, unknown>): SentChoice {
  return Object.fromEntries(optionFields.map((name) => [name, String(typed[name] ?? "")]))
}

export const searchOf = ({ search }: { search: string }) => new URLSearchParams(search)

/** Every choice is a history entry that Back undoes; values passed through with the arrow keys share one. */
export function useChoosing(options: readonly ProductOption[], pathOf: (choice: Choice) => string) {
  const navigate = useNavigate()
  const key = useRef("")
  const passing = useRef<string | null>(null)
  return {
    onKeyDown(event: KeyboardEvent) {
      key.current = event.key
    },
    onInput({ target }: FormEvent) {
      const { name, form } = target as HTMLInputElement
      const byArrow = key.current.startsWith("Arrow")
      const replace = byArrow && passing.current === name
      passing.current = byArrow ? name : null
      key.current = ""
      // The page may not show the latest choice yet.
      const sent = form ? (Object.fromEntries(new FormData(form)) as SentChoice) : {}
      navigate(pathOf(choiceOf(options, sent)), { replace, preventScrollReset: true })
    },
  }
}
