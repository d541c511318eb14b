import { isPrintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import type { SettingsFacts } from "./settings"

/** The person in the EU who answers for products of makers elsewhere: Regulation (EU) 2023/988, article 16 */
export interface ResponsiblePerson {
  /** Products name it */
  name: string
  /** With line breaks */
  address: string
  /** An email or web address */
  contact: string
}

export const MAX_RESPONSIBLE = 50
const LONGEST_NAME = 100
const LONGEST_LINE = 200

export function responsiblePersonsOf({
  responsiblePersons,
}: Pick<SettingsFacts, "responsiblePersons">): ResponsiblePerson[] {
  return blocksOf(responsiblePersons).flatMap((block) => parseResponsible(block) ?? [])
}

export function findResponsible(
  settings: Pick<SettingsFacts, "responsiblePersons">,
  name: string,
): ResponsiblePerson | undefined {
  if (name === "") return undefined
  const key = textKey(name)
  return responsiblePersonsOf(settings).find((person) => textKey(person.name) === key)
}

/** Returns the lines of each person: blank lines separate them. */
export function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of text.split("\n").map((line) => line.trim())) {
    if (line === "") blocks.push([])
    else blocks[blocks.length - 1]?.push(line)
  }
  return blocks.filter((block) => block.length > 0)
}

/** Parses a name, the lines of an address, and an email or web address; returns null if they are incomplete. */
export function parseResponsible(block: readonly string[]): ResponsiblePerson | null {
  const [name = "", ...others] = block
  const contact = others.pop() ?? ""
  if (others.length === 0 || name.length > LONGEST_NAME) return null
  if (block.some((line) => line.length > LONGEST_LINE || !isPrintable(line))) return null
  return isReachable(contact) ? { name, address: others.join("\n"), contact } : null
}

function isReachable(text: string): boolean {
  return !/\s/.test(text) && (text.includes("@") || /^https?:\/\/./i.test(text))
}
