import { trimEnd } from "./trim-end"

/** Cuts between words, or within a first word that is too long. */
export function cutAtWord(text: string, most: number, ellipsis = "…"): string {
  const words = [...text.replaceAll(/\s+/g, " ").trim()]
  if (words.length <= most) return words.join("")
  const room = words.slice(0, most - ellipsis.length + 1)
  const end = room.lastIndexOf(" ")
  const kept = end > 0 ? room.slice(0, end) : room.slice(0, -1)
  return trimEnd(kept.join(""), " ,;:–-") + ellipsis
}
