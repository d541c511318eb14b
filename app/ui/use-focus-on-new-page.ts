import { useEffect, useRef } from "react"

/**
 * Without scripts the browser starts every page from its top; when scripts change the page in place, this moves the
 * focus to the new content. A dialog's address lies under its page's, and going there and back moves nothing.
 */
export function useFocusOnNewPage(path: string) {
  const last = useRef(path)
  useEffect(() => {
    const before = last.current
    last.current = path
    if (before === path || isUnder(before, path) || isUnder(path, before)) return
    document.getElementById("main")?.focus({ preventScroll: true })
  }, [path])
}

function isUnder(path: string, other: string): boolean {
  return other !== "/" && path.startsWith(`${other}/`)
}
