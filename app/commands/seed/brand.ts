const onsets = ["b", "br", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "w", "sk"]
const vowels = ["a", "e", "i", "o", "u", "ei", "au", "ar", "en", "il"]
const endings = ["l", "n", "r", "s", "ck", "m", "ra", "no", "va", "ton", "by", "field"]

export function brand(number: number): string {
  const at = <T>(items: readonly T[], index: number) => items[index % items.length] as T
  const syllables = at(onsets, number) + at(vowels, Math.floor(number / onsets.length))
  const more = number % 3 === 0 ? at(onsets, number * 7 + 3) + at(vowels, number * 5 + 1) : ""
  const name = syllables + more + at(endings, number * 11 + 2)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
