import { sendDocument } from "~/http/documents/send-document.server"
import type { DoorwayContext } from "~/http/doorways/doorway.server"

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

/** Sends a document of XML under its name, made of these pieces at most once for each state of the catalogue. */
export function sendXml(
  ctx: DoorwayContext<unknown>,
  { name, type, pieces }: { name: string; type: string; pieces: () => AsyncGenerator<string> },
): Promise<Response> {
  async function* text() {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield* pieces()
  }
  return sendDocument(ctx, { name, type: `${type}; charset=utf-8`, text })
}
