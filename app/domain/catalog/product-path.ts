import { cutAtWord } from "~/domain/text/cut-at-word"

interface ProductAddress {
  id: string
  name: string
  /** Of the variant that is chosen, the slugs of its values */
  values?: readonly string[]
}

/** Only the id decides what the page shows. */
export function productPath({ id, name, values = [] }: ProductAddress): string {
  const slug = slugOf(name)
  const path = slug === "" ? `/product/${id}` : `/product/${id}/${encodeURIComponent(slug)}`
  const query = new URLSearchParams(values.map((value, place) => [`option${place + 1}`, value]))
  return values.length > 0 ? `${path}?${query}` : path
}

const MAX_SLUG = 60
const RESERVED = "review"

function slugOf(name: string): string {
  const slug = slugify(name)
  return slug === RESERVED ? "" : slug
}

export function slugify(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/['’]|[\u0300-\u036f]/g, "")
    .normalize("NFC")
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return cutAtWord(words.join(" "), MAX_SLUG, "").replaceAll(" ", "-")
}
