import { setTimeout as wait } from "node:timers/promises"

/** Characters of base64url, 6 bits each */
export const FORM_TOKEN_LENGTH = 22

/** The first field of a form, in both of its types; lynx writes a content type above the value. */
const FIRST_FIELD =
  /^(?:sent=|--[^\r\n]+\r\nContent-Disposition: form-data; name="sent"\r\n(?:[^\r\n]+\r\n)*\r\n)([\w-]*)/i

/** Bytes and milliseconds */
const LIMITS = { bytes: 1_024, time: 8_000 }

/** Reads the token at the start of a form, or `""`; all of the form can still be read. */
export async function readSentToken(request: Request): Promise<string> {
  const reader = request.body && request.clone().body?.getReader()
  if (!reader) return ""
  const end = new AbortController()
  const late = wait(LIMITS.time, null, { signal: end.signal, ref: false }).catch(() => null)
  let start = Buffer.alloc(0)
  try {
    while (start.length < LIMITS.bytes) {
      const part = await Promise.race([reader.read().catch(() => null), late])
      if (part === null || part.done) break
      start = Buffer.concat([start, part.value])
    }
    return FIRST_FIELD.exec(start.toString("latin1", 0, LIMITS.bytes))?.[1] ?? ""
  } finally {
    end.abort()
    // Ends when the other copy of the form has been read, too.
    reader.cancel().catch(() => {})
  }
}
