import { createContext, useContext, useEffect } from "react"

/** Shows a message over the page as well. Nothing at all where there is no shell, as on the server. */
export const RefusalToastContext = createContext<(message: string) => void>(() => {})

/**
 * What the server has refused, over the page as well as in it, once scripts run. The page announces it, the toast does not.
 * @param answer the server's; each new one shows its message again
 */
export function useRefusalToast(messages: readonly string[], answer: unknown): void {
  const show = useContext(RefusalToastContext)
  const [first, ...others] = messages
  const words = others.length === 0 ? first : `${first} (and ${others.length} more)`
  useEffect(() => {
    if (words && answer) show(words)
  }, [show, words, answer])
}
