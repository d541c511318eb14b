import { optionKey } from "~/domain/catalog/variants/variant"

/** Tags of the values of one option, such as `size=42`; a product must have one of them. */
export type OptionChoice = readonly string[]

const MAX_CHARACTERS = 2_000
const MAX_TAGS = 20
const MAX_TAG_LENGTH = 200

/** Parses tags separated by spaces, which no tag contains, and skips invalid ones. */
export function parseOptions(sent: string): OptionChoice[] {
  const words = sent.slice(0, MAX_CHARACTERS).split(/\s+/)
  return groupTags([...new Set(words.filter(isTag).map(tagKey))].slice(0, MAX_TAGS).sort())
}

export function groupTags(tags: Iterable<string>): string[][] {
  const byOption = new Map<string, string[]>()
  for (const tag of new Set(tags)) byOption.set(optionOfTag(tag), [...(byOption.get(optionOfTag(tag)) ?? []), tag])
  return [...byOption.values()]
}

export function formatOptions(options: readonly OptionChoice[]): string | null {
  return options.length === 0 ? null : options.flat().sort().join(" ")
}

export function isTag(word: string): boolean {
  return word.length <= MAX_TAG_LENGTH && /^[^=]+=./.test(word)
}

/** Returns the products' form of a tag from an old address or typed by hand. */
function tagKey(word: string): string {
  return `${optionKey(optionOfTag(word))}=${optionKey(valueOfTag(word))}`
}

/** Returns the key of a tag's option. */
export function optionOfTag(tag: string): string {
  return tag.slice(0, tag.indexOf("="))
}

export function valueOfTag(tag: string): string {
  return tag.slice(tag.indexOf("=") + 1)
}

export function withoutTag(options: readonly OptionChoice[], tag: string): OptionChoice[] {
  return parseOptions(
    options
      .flat()
      .filter((one) => one !== tag)
      .join(" "),
  )
}
