import { setImmediate } from "node:timers/promises"
import { invalid, tooLarge } from "~/domain/shop-error"
import type { BodyLimits } from "./body-limits"
import { LONGEST_NAME } from "./field-names"
import { readFieldText, refuseUnstorable } from "./limited-form"

const DEEPEST_JSON = 20
const MOST_VALUES = 10_000
const BYTE_ORDER_MARK = 0xfeff

/** Characters that are parsed without yielding to the event loop */
const SHORT = 256 * 1024

/** @throws ShopError `tooLarge`, `invalid`; SyntaxError if this is not JSON */
export async function parseJson(sent: string, limits: BodyLimits): Promise<Record<string, unknown>> {
  // A picture of 20 MB takes longer to decode, parse and store than other requests may wait, but each step on its own
  // does not.
  const pause = () => (sent.length > SHORT ? setImmediate() : undefined)
  await pause()
  const text = sent.charCodeAt(0) === BYTE_ORDER_MARK ? sent.slice(1) : sent
  if (text.trim() === "") return {}
  const size = jsonSize(text)
  if ((limits.pictureField ? size.text : text.length) > limits.text) throw tooLarge("This request is too large")
  if (size.depth > DEEPEST_JSON) throw invalid("This request is nested too deeply")
  if (size.values > MOST_VALUES) throw tooLarge("This request has too many values")
  const value: unknown = JSON.parse(text)
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("Please send a JSON object")
  await pause()
  return readValues(value, limits)
}

function readValues(values: object, limits: BodyLimits): Record<string, unknown> {
  const read = (value: unknown, name: string): unknown => {
    if (typeof value === "string") return readFieldText(name, value, limits)
    if (Array.isArray(value)) return value.map((one) => read(one, name))
    return typeof value === "object" && value !== null
      ? readValues(value, { ...limits, pictureField: undefined })
      : value
  }
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.length <= LONGEST_NAME)
      .map(([name, value]) => [refuseUnstorable(name), read(value, name)]),
  )
}

interface JsonSize {
  depth: number
  values: number
  /** Characters, without pictures in data URLs */
  text: number
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/** Measures a JSON text without parsing it, so that parsers receive only what is within the limits. */
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
