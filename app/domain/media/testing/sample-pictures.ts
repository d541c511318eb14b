import { crc32, deflateSync } from "node:zlib"
import sharp, { type Sharp } from "sharp"
import type { PictureType } from "../picture-type.server"

/** A gradient with noise, which is hard to compress */
export function samplePicture(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0, pixel = 0; at < data.length; at += 3, pixel++) {
    data[at] = ((pixel % width) * 255) / width
    data[at + 1] = (Math.floor(pixel / width) * 255) / height
    data[at + 2] = (pixel * 2654435761) >>> 27
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

export function encodedAs(type: PictureType, picture: Sharp): Promise<Buffer> {
  return picture.toFormat(type, type === "avif" ? { effort: 0 } : {}).toBuffer()
}

/** A black 1-bit PNG: 31 kB for 16,000 × 16,000 pixels */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
  return Buffer.concat([signature, pngChunk("IHDR", header), pngChunk("IDAT", rows), pngChunk("IEND", Buffer.of())])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
