import { cutAtWord } from "~/domain/text/cut-at-word"

/** Only the id decides what the page shows. */
export function productPath({ id, name }: { id: string; name: string }): string {
  const slug = slugOf(name)
  return slug === "" ? `/product/${id}` : `/product/${id}/${encodeURIComponent(slug)}`
}

const MAX_SLUG = 60
const RESERVED = "review"

function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/['’]|[\u0300-\u036f]/g, "")
    .normalize("NFC")
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = cutAtWord(words.join(" "), MAX_SLUG, "").replaceAll(" ", "-")
  return slug === RESERVED ? "" : slug
}
