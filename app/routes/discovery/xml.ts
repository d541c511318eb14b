import { Readable } from "node:stream"
import { createReadableStreamFromReadable } from "@remix-run/node"

/** An element that holds a text, or nothing where there is none. */
export function element(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${escapeXml(text)}</${name}>` : ""
}

/** A text as it stands in an element or an attribute. What XML 1.0 has no way to write is left out. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, "").replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** https://www.w3.org/TR/xml/#charsets */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** How long others may go on with what they have read, in seconds. */
const MAX_AGE = 3_600

/**
 * A document that is sent while it is written, as fast as it is read. Its first piece is awaited: what fails at once is an
 * error page, and what fails later breaks off.
 */
export async function xmlDocument(type: string, pieces: AsyncGenerator<string>): Promise<Response> {
  const first = await pieces.next()
  async function* all() {
    if (first.done) return
    yield `<?xml version="1.0" encoding="UTF-8"?>\n${first.value}`
    yield* pieces
  }
  return new Response(createReadableStreamFromReadable(Readable.from(all(), { objectMode: false })), {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": `public, max-age=${MAX_AGE}` },
  })
}
