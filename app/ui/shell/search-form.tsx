import { Form } from "@remix-run/react"
import { useId, useRef } from "react"
import { Icon, type IconName } from "~/ui/icon"
import { useHydrated } from "~/ui/use-hydrated"
import { useSyncedValue } from "~/ui/use-synced-value"
import { type SuggestionView, useSuggestions } from "./use-suggestions"

interface SearchFormProps {
  keyword?: string
  label?: string
}

export function SearchForm({ keyword = "", label = "Search products" }: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const hydrated = useHydrated()
  const { suggestions, active, ask, close, go, onKeyDown } = useSuggestions("/search/suggest")
  useSyncedValue(input, keyword)
  // A combobox may be a text field, but not a search field.
  const listening = hydrated && {
    type: "text",
    inputMode: "search" as const,
    enterKeyHint: "search" as const,
    autoComplete: "off",
    role: "combobox",
    "aria-autocomplete": "list" as const,
    "aria-expanded": suggestions.length > 0,
    "aria-controls": listId,
    "aria-activedescendant": active < 0 ? undefined : `${listId}-${active}`,
  }
  return (
    <Form className="search" action="/products" method="get" role="search" aria-label={label} onSubmit={close}>
      <input
        ref={input}
        type="search"
        name="keyword"
        aria-label={label}
        placeholder="Search products"
        defaultValue={keyword}
        maxLength={100}
        onInput={(event) => ask(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
        {...listening}
      />
      <button type="submit" className="icon-button">
        <Icon name="search" label="Search" />
      </button>
      {hydrated && (
        <p className="visually-hidden" role="status">
          {suggestions.length > 0 && `${suggestions.length} suggestions, use the arrow keys`}
        </p>
      )}
      {hydrated && <Suggestions id={listId} suggestions={suggestions} active={active} onChoose={go} />}
    </Form>
  )
}

const icons: Record<SuggestionView["kind"], IconName> = { search: "search", category: "tag", product: "arrow-right" }

interface SuggestionsProps {
  id: string
  suggestions: SuggestionView[]
  active: number
  onChoose: (suggestion: SuggestionView) => void
}

/** Keeps the focus in the box, whose blur closes the list. */
function Suggestions({ id, suggestions, active, onChoose }: SuggestionsProps) {
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
