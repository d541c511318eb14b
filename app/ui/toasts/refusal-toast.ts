import { createContext, useContext, useEffect } from "react"

/** Absent without a shell, as on the server */
export const RefusalToastContext = createContext<(message: string) => void>(() => {})

/** Shows a refusal as a toast too; the page announces it. @param response each new one shows its message again */
export function useRefusalToast(messages: readonly string[], response: unknown): void {
  const show = useContext(RefusalToastContext)
  const [first, ...others] = messages
  const words = others.length === 0 ? first : `${first} (and ${others.length} more)`
  useEffect(() => {
    if (words && response) show(words)
  }, [show, words, response])
}
