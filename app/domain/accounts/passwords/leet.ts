const LETTERS: Record<string, string> = {
  "0": "o",
  "1": "il",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "gb",
  "7": "tl",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "il",
  "|": "il",
  "+": "t",
  "(": "c",
  "€": "e",
  "£": "l",
}

const AMBIGUOUS = ["1", "6", "7", "!", "|"] as const

/** Yields the readings of a lower-case text in which each sign always means the same letter. */
export function* leetVariants(text: string): Generator<string> {
  yield text
  const present = AMBIGUOUS.filter((sign) => text.includes(sign))
  for (let choice = 0; choice < 2 ** present.length; choice++) {
    const read = text.replace(/[0-9@$!|+(€£]/g, (sign) => {
      const letters = LETTERS[sign] ?? sign
      const second = (choice >> present.indexOf(sign as (typeof AMBIGUOUS)[number])) & 1
      return letters[letters.length > 1 ? second : 0] ?? sign
    })
    if (read !== text || choice > 0) yield read
  }
}
