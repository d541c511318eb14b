import type { PictureType } from "./picture-type.server"

/** The decoders of PNG and GIF stop at the last pixel, and do not notice a missing end. */
export function hasEndMarker(type: PictureType, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === "png") return pngHasEndMarker(content)
  if (type === "gif") return gifHasEndMarker(content)
  return true
}

/** https://www.w3.org/TR/png-3/#5Chunk-layout */
function pngHasEndMarker(content: Buffer): boolean {
  for (let at = 8; at + 12 <= content.length; at += content.readUInt32BE(at) + 12) {
    if (content.toString("latin1", at + 4, at + 8) === "IEND") return true
  }
  return false
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function gifHasEndMarker(content: Buffer): boolean {
  const byte = (at: number) => content[at] ?? 0
  const colours = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)
  const afterSubBlocks = (start: number) => {
    let at = start
    while (byte(at) !== 0) at += byte(at) + 1
    return at + 1
  }
  let at = 13 + colours(byte(10))
  while (at < content.length) {
    if (byte(at) === TRAILER) return true
    if (byte(at) === EXTENSION) at = afterSubBlocks(at + 2)
    else if (byte(at) === IMAGE) at = afterSubBlocks(at + 11 + colours(byte(at + 9)))
    else return false
  }
  return false
}

const TRAILER = 0x3b
const EXTENSION = 0x21
const IMAGE = 0x2c
