import { LRUCache } from "lru-cache"

const MAX_LENGTH = 100
const known = new LRUCache<string, boolean>({ max: 500 })

/** RFC 9110, section 12.5.3 */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const text = String(header ?? "")
  if (text.length > MAX_LENGTH) return false
  const accepts = known.get(text) ?? parse(text)
  known.set(text, accepts)
  return accepts
}

function parse(text: string): boolean {
  return text.split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase())
    return name === "gzip" && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
