import { useNavigate } from "@remix-run/react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"

export interface SuggestionView {
  kind: "search" | "category" | "product"
  text: string
  href: string
}

/** Milliseconds. */
const REQUEST_DELAY = 120
const MIN_LENGTH = 2

export function useSuggestions(address: string) {
  const navigate = useNavigate()
  const [suggestions, setSuggestions] = useState<SuggestionView[]>([])
  const [active, setActive] = useState(-1)
  const asking = useRef<{ timer?: ReturnType<typeof setTimeout>; request?: AbortController }>({})
  useEffect(() => () => stop(asking.current), [])

  function close() {
    stop(asking.current)
    setSuggestions([])
    setActive(-1)
  }

  function ask(typed: string) {
    stop(asking.current)
    if (typed.trim().length < MIN_LENGTH) return close()
    asking.current.timer = setTimeout(async () => {
      const request = new AbortController()
      asking.current.request = request
      const found = await fetchSuggestions(`${address}?${new URLSearchParams({ q: typed })}`, request.signal)
      if (request.signal.aborted) return
      setSuggestions(found)
      setActive(-1)
    }, REQUEST_DELAY)
  }

  function go({ href }: SuggestionView) {
    close()
    navigate(href)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && suggestions.length > 0) close()
    else if (event.key === "Enter" && suggestions[active]) go(suggestions[active])
    else if (event.key === "ArrowDown" && suggestions.length > 0) setActive((active + 1) % suggestions.length)
    else if (event.key === "ArrowUp" && suggestions.length > 0)
      setActive(active < 1 ? suggestions.length - 1 : active - 1)
    else return
    event.preventDefault()
  }
  return { suggestions, active, ask, close, go, onKeyDown }
}

function stop(asking: { timer?: ReturnType<typeof setTimeout>; request?: AbortController }) {
  clearTimeout(asking.timer)
  asking.request?.abort()
}

/** Optional: an error means no suggestions. */
async function fetchSuggestions(url: string, signal: AbortSignal): Promise<SuggestionView[]> {
  try {
    const answer = await fetch(url, { signal, headers: { Accept: "application/json" } })
    return answer.ok ? ((await answer.json()) as { suggestions: SuggestionView[] }).suggestions : []
  } catch {
    return []
  }
}
