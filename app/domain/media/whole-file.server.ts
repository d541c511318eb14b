import { parseVariantName } from "./picture"

/**
 * Returns whether a stored picture ends where its format says; damage in the middle is only found by a checksum or a
 * decoder.
 */
export function isWholeFile(name: string, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = parseVariantName(name)?.type
  if (type === "image/jpeg") return startsAndEnds(content)
  if (type === "image/webp") return content.length >= 12 && riffSize(content) === content.length
  if (type === "image/avif") return content.length >= 8 && endOfBoxes(content) === content.length
  return false
}

function startsAndEnds(content: Buffer): boolean {
  const { length } = content
  return length >= 4 && content.readUInt16BE(0) === 0xffd8 && content.readUInt16BE(length - 2) === 0xffd9
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function riffSize(content: Buffer): number {
  const isWebp = content.toString("latin1", 0, 4) === "RIFF" && content.toString("latin1", 8, 12) === "WEBP"
  return isWebp ? content.readUInt32LE(4) + 8 : -1
}

/** ISO/IEC 14496-12: every box begins with its size. */
function endOfBoxes(content: Buffer): number {
  if (content.toString("latin1", 4, 8) !== "ftyp") return -1
  let at = 0
  while (at + 8 <= content.length) {
    const size = content.readUInt32BE(at)
    if (size < 8) return -1
    at += size
  }
  return at
}
