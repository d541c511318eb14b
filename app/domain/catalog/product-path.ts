import { cutAtWord } from "~/domain/text/cut-at-word"

/** Returns the address of a product's page; only the id decides what is shown. */
export function productPath({ id, name }: { id: string; name: string }): string {
  const slug = slugOf(name)
  return slug === "" ? `/product/${id}` : `/product/${id}/${encodeURIComponent(slug)}`
}

const MAX_SLUG = 60
const RESERVED = "review"

/** Words of any script without accents, joined by hyphens. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/['’]|[\u0300-\u036f]/g, "")
    .normalize("NFC")
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = cutAtWord(words.join(" "), MAX_SLUG, "").replaceAll(" ", "-")
  return slug === RESERVED ? "" : slug
}
