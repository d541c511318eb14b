/** A text without the given characters at its end, in time that grows with its length: an expression like `/x+$/` takes more. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
