import { useLocation } from "@remix-run/react"
import { useCallback, useEffect, useRef } from "react"

/**
 * Moves the focus to the new content after a client-side navigation, as a document load would. On the same page, and to
 * and from addresses under it, which may be dialogs, only the focus of a removed link or button moves: to the start of
 * the list (`data-list-start`), if there is one. A form's field keeps it.
 */
export function useFocusOnNewPage(path: string) {
  const { search, key } = useLocation()
  const last = useRef({ path, search })
  const takeSubmitted = useSubmittedByFocus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form may lead back to the same address
  useEffect(() => {
    const before = last.current
    last.current = { path, search }
    const isSubmitted = takeSubmitted()
    if (before.path === path) {
      if (before.search !== search || isSubmitted) focusIfLeftBehind()
    } else if (isUnder(before.path, path) || isUnder(path, before.path)) focusIfLeftBehind()
    else focus(null)
  }, [path, search, key])
}

/** Returns whether a focused element submitted a form since the last call; the element may be gone by now. */
function useSubmittedByFocus(): () => boolean {
  const submitted = useRef(false)
  useEffect(() => {
    const note = () => {
      submitted.current = document.activeElement !== document.body
    }
    document.addEventListener("submit", note, true)
    return () => document.removeEventListener("submit", note, true)
  }, [])
  return useCallback(() => {
    const was = submitted.current
    submitted.current = false
    return was
  }, [])
}

function isUnder(path: string, other: string): boolean {
  return other !== "/" && path.startsWith(`${other}/`)
}

/** The start of the list receives the focus of a removed link or button. */
export function focusIfLeftBehind(): void {
  if (isFocusLeftBehind()) focus(document.querySelector("[data-list-start]"))
}

/** The focused link may have unmounted, or be at the end of a list that starts again. */
function isFocusLeftBehind(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.closest(".pagination") !== null
}

function focus(element: Element | null) {
  const target = element instanceof HTMLElement ? element : document.getElementById("main")
  target?.focus({ preventScroll: true })
}
