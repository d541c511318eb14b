import { Form } from "@remix-run/react"
import { type RefObject, useEffect, useId, useRef, useState } from "react"
import { useToolAttributes } from "~/ui/form/agent-tool"
import { Icon } from "~/ui/icon"
import { useHydrated } from "~/ui/use-hydrated"
import { useSyncedValue } from "~/ui/use-synced-value"

interface SearchFormProps {
  keyword?: string
  label?: string
}

export function SearchForm({ keyword = "", label = "Search products" }: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fieldId, listId] = [useId(), useId()]
  const hydrated = useHydrated()
  const { Suggestions, load } = useLoadedSuggestions(input)
  const attributes = useToolAttributes({
    name: "search_products",
    description: "Lists the products that match a text",
    submits: true,
  })
  useSyncedValue(input, keyword)
  // A combobox may be a text field, but not a search field.
  const listening = hydrated && {
    type: "text",
    inputMode: "search" as const,
    enterKeyHint: "search" as const,
    autoComplete: "off",
    role: "combobox",
    "aria-autocomplete": "list" as const,
    "aria-expanded": false,
    "aria-controls": listId,
  }
  return (
    <Form
      className="search"
      action="/products"
      method="get"
      role="search"
      aria-label={label}
      {...attributes}
      // Text typed while a page is loading stays when it arrives.
      onInput={(event) => {
        event.currentTarget.dataset.changing = ""
        load()
      }}
      onSubmit={(event) => delete event.currentTarget.dataset.changing}
    >
      <label htmlFor={fieldId} className="visually-hidden">
        {label}
      </label>{" "}
      <input
        ref={input}
        id={fieldId}
        type="search"
        name="keyword"
        placeholder="Search products"
        defaultValue={keyword}
        maxLength={100}
        onFocus={load}
        {...listening}
      />{" "}
      <button type="submit" className="icon-button">
        <Icon name="search" label="Search" />
      </button>
      {Suggestions && <Suggestions id={listId} box={input} />}
    </Form>
  )
}

/** An optional script that loads at the first focus of the box, even before hydration */
function useLoadedSuggestions(box: RefObject<HTMLInputElement>) {
  const [loaded, setLoaded] = useState<typeof import("./suggestions") | null>(null)
  const load = () => void import("./suggestions").then(setLoaded, () => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: on hydration only
  useEffect(() => {
    if (box.current === document.activeElement) load()
  }, [])
  return { Suggestions: loaded?.Suggestions, load }
}
