import { sendDocument } from "~/http/documents/send-document.server"
import type { DoorwayContext } from "~/http/doorways/doorway.server"

export function element(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${escapeXml(text)}</${name}>` : ""
}

/** Drops characters that XML 1.0 cannot contain. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, "").replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** https://www.w3.org/TR/xml/#charsets */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Rendered once per state of the catalogue */
export function sendXml(
  ctx: DoorwayContext<unknown>,
  { type, chunks, ...list }: { name: string; type: string; showsStock?: boolean; chunks: () => AsyncGenerator<string> },
): Promise<Response> {
  async function* text() {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield* chunks()
  }
  return sendDocument(ctx, { ...list, type: `${type}; charset=utf-8`, text })
}
