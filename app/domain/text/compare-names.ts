const dictionary = new Intl.Collator("en")

/** Sorts names as a dictionary and the database do: Äpfel before Zebra, in any case. */
export function compareNames(one: string, other: string): number {
  return dictionary.compare(one, other)
}
