import { useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"

/**
 * Moves the focus to the new content after a client-side navigation, as a document load would. Opening and closing a
 * dialog moves nothing. Within a list, the focus of a removed link moves to the list's summary (`data-list-start`); a
 * form's field keeps it.
 */
export function useFocusOnNewPage(path: string) {
  const { search } = useLocation()
  const last = useRef({ path, search })
  useEffect(() => {
    const before = last.current
    last.current = { path, search }
    if (before.path === path) {
      if (before.search !== search && isFocusLeftBehind()) focus(document.querySelector("[data-list-start]"))
    } else if (!isUnder(before.path, path) && !isUnder(path, before.path)) focus(null)
  }, [path, search])
}

function isUnder(path: string, other: string): boolean {
  return other !== "/" && path.startsWith(`${other}/`)
}

/** The focused link may have unmounted, or stand at the end of a list that starts anew. */
function isFocusLeftBehind(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.closest(".pagination") !== null
}

function focus(element: Element | null) {
  const target = element instanceof HTMLElement ? element : document.getElementById("main")
  target?.focus({ preventScroll: true })
}
