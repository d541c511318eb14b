import { cutAtWord } from "~/domain/text/cut-at-word"

/** The names of the fields and parameters that choose a variant, in the order of the product's options */
export const optionFields = ["option1", "option2", "option3"] as const

/** The slug of a value for each option of a product, `null` where none is chosen */
export type Choice = readonly (string | null)[]

interface ProductAddress {
  id: string
  name: string
  /** The slugs of the chosen values */
  values?: Choice
}

/** Only the id decides which product the page shows. `more` are parameters after the values. */
export function productPath({ id, name, values = [] }: ProductAddress, more: readonly [string, string][] = []): string {
  const slug = slugOf(name)
  const path = slug === "" ? `/product/${id}` : `/product/${id}/${encodeURIComponent(slug)}`
  return path + choiceQuery(values, more)
}

export function choiceQuery(choice: Choice, more: readonly [string, string][] = []): string {
  const chosen = optionFields.flatMap((field, place): [string, string][] => {
    const slug = choice[place]
    return slug ? [[field, slug]] : []
  })
  const search = new URLSearchParams([...chosen, ...more])
  return search.size > 0 ? `?${search}` : ""
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
