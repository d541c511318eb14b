/** The size of a JSON text, measured without parsing it. */
interface JsonSize {
  /** How deep it nests. */
  depth: number
  /** How many values it holds, at most. */
  values: number
  /** In characters, except pictures as data URLs. */
  text: number
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/** Measures a JSON text in one pass; of what is no JSON it says at least as much as a parser would meet. */
export function jsonSize(text: string): JsonSize {
  const size: JsonSize = { depth: 0, values: 1, text: text.length }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (text.startsWith("data:", at + 1)) size.text -= end - at
      at = end
    } else if (OPENING.has(code)) {
      size.depth = Math.max(size.depth, ++depth)
      size.values++
    } else if (CLOSING.has(code)) depth--
    else if (code === COMMA) size.values++
  }
  return size
}

/** The index of the quote that closes the string which begins here: the next one that is not escaped. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (at - first) % 2 === 1
}
