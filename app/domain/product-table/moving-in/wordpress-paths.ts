import { wooCommercePath } from "~/domain/catalog/former-addresses/former-path"

/** Letters that do not consist of a letter and an accent; others lose their accents. */
const letters: Readonly<Record<string, string>> = {
  ...{ æ: "ae", ð: "d", ø: "o", þ: "th", ß: "s", đ: "d", ħ: "h", ı: "i", ĳ: "ij", ĸ: "k", ŀ: "l", ł: "l", ŉ: "n" },
  ...{ ŋ: "n", œ: "oe", ŧ: "t", ſ: "s", ª: "a", º: "o", "€": "e", "£": "" },
}

/** The rules of some languages of a site, which replace those above */
const languages: readonly Readonly<Record<string, string>>[] = [
  {},
  { ä: "ae", ö: "oe", ü: "ue", ß: "ss" },
  { æ: "ae", ø: "oe", å: "aa" },
  { đ: "dj" },
]

/** Characters of the percent-encoded slug */
const MAX_SLUG = 200

/** Returns the addresses that a product may have had, by the languages of a site; all first parts are stored as one. */
export function wooCommercePaths({ slug, name }: { slug: string; name: string }): string[] {
  const slugs = slug === "" ? wordPressSlugs(name) : [slug]
  return slugs.flatMap((slug) => wooCommercePath(slug) ?? [])
}

/**
 * Derives slugs from a title like WordPress in each language
 * (https://developer.wordpress.org/reference/functions/sanitize_title_with_dashes/ and remove_accents).
 */
export function wordPressSlugs(title: string): string[] {
  const small = title.normalize("NFC").toLowerCase().normalize("NFC")
  return [...new Set(languages.map((own) => slugOf(small, { ...letters, ...own })))].filter((slug) => slug !== "")
}

function slugOf(small: string, known: Readonly<Record<string, string>>): string {
  const plain = small.replaceAll(
    /[£ªº\u00c0-\u024f\u1e00-\u1eff€]/g,
    (letter) => known[letter] ?? withoutAccent(letter),
  )
  const words = plain
    .replaceAll(/&[a-z#0-9]{1,20};/g, "")
    .replaceAll("×", "x")
    .replaceAll(/[\s./\u2013\u2014\u00a0-]+/g, "-")
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]/gu, "")
    .replaceAll(/-+/g, "-")
  return cut(words).replaceAll(/^-|-$/g, "")
}

const withoutAccent = (letter: string) => letter.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "")

function cut(slug: string): string {
  let [kept, length] = ["", 0]
  for (const sign of slug) {
    length += encodeURIComponent(sign).length
    if (length > MAX_SLUG) break
    kept += sign
  }
  return kept
}
