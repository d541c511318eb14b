import { useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"

/**
 * Without scripts the browser starts every page from its top; when scripts change the page in place, this moves the
 * focus to the new content. A dialog's address lies under its page's, and going there and back moves nothing. Within a
 * list, focus that a link has left behind goes to what the list says of itself (`data-list-start`); a form's field
 * keeps it.
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
