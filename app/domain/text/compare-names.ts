const dictionary = new Intl.Collator("en")

/** Sorts names as a dictionary does, and as the database sorts them: Äpfel before Zebra, in any case. */
export function compareNames(one: string, other: string): number {
  return dictionary.compare(one, other)
}
