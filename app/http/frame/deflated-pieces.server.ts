import { promisify } from "node:util"
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib"
import { joinChecksums, shiftOf } from "./joined-checksum"

const deflate = promisify(deflateRaw)

/** A part of a gzip member, which ends on a byte's border (RFC 1951, section 3.2.4; zlib's `Z_SYNC_FLUSH`) */
export interface DeflatedPiece {
  readonly bytes: Buffer
  readonly length: number
  readonly checksum: number
  /** See `joinChecksums` */
  readonly shift: number
}

/** The distance that compressed text may refer back (RFC 1951, section 2) */
const WINDOW = 32_768
const AT_BORDER = { finishFlush: constants.Z_SYNC_FLUSH }

/** @param before the text that precedes it in every response, of which the compression makes use */
export async function deflatePiece(text: Buffer, before: Buffer): Promise<DeflatedPiece> {
  const dictionary = before.subarray(-WINDOW)
  return describe(text, await deflate(text, { ...AT_BORDER, level: 7, ...(dictionary.length > 0 && { dictionary }) }))
}

/** For a piece that is kept for later responses */
export function deflateAtOnce(text: Buffer): DeflatedPiece {
  return describe(text, deflateRawSync(text, { ...AT_BORDER, level: 6 }))
}

/** Bytes from which compressing takes less time than sending more */
const WORTHWHILE = 700
const MAX_STORED = 0xff_ff

/** For a piece that is sent only once */
export function uncompressedPiece(text: string): DeflatedPiece {
  const bytes = Buffer.from(text)
  if (bytes.length < WORTHWHILE) return describe(bytes, storedBlock(bytes))
  return describe(bytes, deflateRawSync(bytes, { ...AT_BORDER, level: 1 }))
}

function describe(text: Buffer, bytes: Buffer): DeflatedPiece {
  return { bytes, length: text.length, checksum: crc32(text), shift: shiftOf(text.length) }
}

/** RFC 1951, section 3.2.4 */
function storedBlock(text: Buffer): Buffer {
  if (text.length > MAX_STORED) throw new RangeError("a stored block is too long")
  const block = Buffer.allocUnsafe(5 + text.length)
  block[0] = 0
  block.writeUInt16LE(text.length, 1)
  block.writeUInt16LE(MAX_STORED - text.length, 3)
  text.copy(block, 5)
  return block
}

/** Deflated data, no name, no time, an unknown system (RFC 1952, section 2.3) */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** The last block, which is empty */
const LAST_BLOCK = Buffer.from([3, 0])

/** Returns one gzip member whose text is that of the pieces. */
export function gzipMember(pieces: readonly DeflatedPiece[]): Buffer {
  let [checksum, length] = [0, 0]
  for (const piece of pieces) {
    checksum = joinChecksums(checksum, piece.checksum, piece.shift)
    length += piece.length
  }
  const trailer = Buffer.allocUnsafe(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length, 4)
  return Buffer.concat([HEADER, ...pieces.map(({ bytes }) => bytes), LAST_BLOCK, trailer])
}
