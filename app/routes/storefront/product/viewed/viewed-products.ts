import { useEffect, useState } from "react"
import { formatViewed, parseViewed, withViewed } from "~/domain/catalog/viewed-products"
import { paths } from "~/paths"

const KEY = "viewed-products"

/** Returns the address of the other products, after hydration, if there are any. */
export function useViewedProducts(id: string): string | null {
  const [path, setPath] = useState<string | null>(null)
  useEffect(() => {
    const others = readViewed().filter((known) => known !== id)
    writeViewed(withViewed(others, id))
    setPath(others.length > 0 ? paths.recentlyViewed(others) : null)
  }, [id])
  return path
}

/** A browser may forbid its storage; then nothing is remembered. */
export function readViewed(): string[] {
  try {
    return parseViewed(localStorage.getItem(KEY) ?? "")
  } catch {
    return []
  }
}

export function writeViewed(ids: readonly string[]) {
  try {
    localStorage.setItem(KEY, formatViewed(ids))
  } catch {
    // Remembering is optional.
  }
}
