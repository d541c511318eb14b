import { cutAtWord } from "~/domain/text/cut-at-word"

/** The address of a product's page. Its id decides what is shown; the words after it are for people. */
export function productPath({ id, name }: { id: string; name: string }): string {
  const slug = slugOf(name)
  return slug === "" ? `/product/${id}` : `/product/${id}/${encodeURIComponent(slug)}`
}

const MAX_SLUG = 60
/** The address beneath a product's that is a page of its own. */
const RESERVED = "review"

/** Words of any script, in lower case and without accents, with hyphens between them; as many as have room. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/['’]|[\u0300-\u036f]/g, "")
    .normalize("NFC")
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = cutAtWord(words.join(" "), MAX_SLUG, "").replaceAll(" ", "-")
  return slug === RESERVED ? "" : slug
}
