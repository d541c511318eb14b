import { useNavigate } from "@remix-run/react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { pluralize } from "~/domain/text/pluralize"
import { Icon, type IconName } from "~/ui/icon"

interface SuggestionView {
  kind: "search" | "category" | "product"
  text: string
  href: string
}

/** Milliseconds. */
const REQUEST_DELAY = 120

interface SuggestionsProps {
  id: string
  box: RefObject<HTMLInputElement>
}

/** Attaches to an existing search box, which may already contain text. */
export function Suggestions({ id, box }: SuggestionsProps) {
  const { suggestions, active, ask, close, go, onKeyDown } = useSuggestions("/search/suggest", box)
  useEffect(() => {
    const input = box.current
    const listening = new AbortController()
    const { signal } = listening
    input?.addEventListener("input", () => ask(input.value), { signal })
    input?.addEventListener("keydown", onKeyDown, { signal })
    input?.addEventListener("blur", close, { signal })
    input?.form?.addEventListener("submit", close, { signal })
    return () => listening.abort()
  })
  useEffect(() => {
    box.current?.setAttribute("aria-expanded", String(suggestions.length > 0))
    if (active < 0) box.current?.removeAttribute("aria-activedescendant")
    else box.current?.setAttribute("aria-activedescendant", `${id}-${active}`)
  }, [box, id, suggestions, active])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed before this was loaded
  useEffect(() => {
    const input = box.current
    if (input && input.value !== input.defaultValue) ask(input.value)
  }, [])
  return (
    <>
      <p className="visually-hidden" role="status">
        {suggestions.length > 0 && `${pluralize(suggestions.length, "suggestion")}, use the arrow keys`}
      </p>
      <SuggestionList id={id} suggestions={suggestions} active={active} onChoose={go} />
    </>
  )
}

function useSuggestions(address: string, box: RefObject<HTMLInputElement>) {
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
    if (typed.trim() === "") return close()
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
    delete box.current?.form?.dataset.changing
    navigate(href)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Arrows and Enter may be input for an input method's candidates.
    if (event.isComposing) return
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

/** Suggestions are optional, so an error means that there are none. */
async function fetchSuggestions(url: string, signal: AbortSignal): Promise<SuggestionView[]> {
  try {
    const response = await fetch(url, { signal, headers: { Accept: "application/json" } })
    return response.ok ? ((await response.json()) as { suggestions: SuggestionView[] }).suggestions : []
  } catch {
    return []
  }
}

const icons: Record<SuggestionView["kind"], IconName> = { search: "search", category: "tag", product: "arrow-right" }

interface SuggestionListProps {
  id: string
  suggestions: SuggestionView[]
  active: number
  onChoose: (suggestion: SuggestionView) => void
}

/** Keeps the focus in the box, whose blur closes the list. */
function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <div className="suggestions" hidden={suggestions.length === 0}>
      <div id={id} role="listbox" aria-label="Suggestions">
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.href}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(suggestion)
            }}
          >
            <Icon name={icons[suggestion.kind]} />
            {suggestion.text}
            {suggestion.kind === "category" && <span className="muted">Category</span>}
          </div>
        ))}
      </div>
    </div>
  )
}
