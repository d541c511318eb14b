import { useEffect, useState } from "react"

/** Searches are stored only in this browser. */
const KEY = "recent-searches"
const MOST = 8

export function useRememberSearch(keyword: string, found: boolean) {
  useEffect(() => {
    if (keyword !== "" && found) write([keyword, ...read().filter((known) => known !== keyword)].slice(0, MOST))
  }, [keyword, found])
}

/** Newest first; empty until hydration */
export function useRecentSearches() {
  const [searches, setSearches] = useState<string[]>([])
  useEffect(() => setSearches(read()), [])
  function forget() {
    write([])
    setSearches([])
  }
  return { searches, forget }
}

/** A browser may forbid its storage; then nothing is remembered. */
function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(kept) ? kept.filter((keyword) => typeof keyword === "string").slice(0, MOST) : []
  } catch {
    return []
  }
}

function write(searches: string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches))
  } catch {
    // Remembering is optional.
  }
}
