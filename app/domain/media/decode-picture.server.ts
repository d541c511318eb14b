import pLimit from "p-limit"
import sharp, { type Metadata, type Sharp } from "sharp"
import { invalid } from "~/domain/shop-error"
import { hasEndMarker } from "./end-marker.server"
import { MAX_PIXELS } from "./picture-limits"
import { assertPixelLimit, detectPictureType, type PictureType } from "./picture-type.server"

export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

const MAX_SIZE = { width: 1280, height: 1920 }
const DRAWING_WIDTH = 1200
const POINTS_PER_INCH = 72

/** The size in bytes above which decodes run one at a time */
const HEAVY_DECODE_BYTES = 60_000_000
/** Bytes that a picture of 24 megapixels takes as an AVIF, the most of all formats */
const MAX_DECODE_BYTES = 480_000_000
const heavyDecodeLimit = pLimit(1)

/** Decodes the first frame, upright, after checking the size in its header. */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const type = detectPictureType(bytes)
  const header = await readHeader(bytes)
  assertPixelLimit(header.width, header.height)
  const memory = header.width * header.height * bytesPerPixel(type, header)
  if (memory > MAX_DECODE_BYTES) throw needsTooMuchMemory(type, header)
  if (!hasEndMarker(type, bytes)) throw damagedPicture()
  const decode = async () => {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true })
    return toPixels(picture.autoOrient().resize({ ...MAX_SIZE, fit: "inside", withoutEnlargement: true }))
  }
  try {
    return await (memory > HEAVY_DECODE_BYTES ? heavyDecodeLimit(decode) : decode())
  } catch (error) {
    throw damagedPicture(error)
  }
}

/** Must only receive the shop's own SVG. */
export async function decodeDrawing(svg: string): Promise<Pixels> {
  const source = Buffer.from(svg)
  const { width = DRAWING_WIDTH } = await sharp(source).metadata()
  const density = Math.min((POINTS_PER_INCH * DRAWING_WIDTH) / width, 2400)
  return toPixels(sharp(source, { density }).resize({ width: DRAWING_WIDTH }))
}

async function readHeader(bytes: Uint8Array) {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw damagedPicture(error)
  }
}

/** Measured peaks: decoders that cannot work line by line hold the whole picture. */
function bytesPerPixel(type: PictureType, { isProgressive, channels, depth }: Metadata): number {
  if (type === "jpeg") return isProgressive ? channels * 2 : 1
  if (type === "png") return isProgressive ? channels * (depth === "ushort" ? 2.4 : 1.2) : 1
  return { webp: 6, gif: 6, avif: 19 }[type]
}

function needsTooMuchMemory(type: PictureType, header: Metadata) {
  const { width, height } = header
  const most = Math.floor(MAX_DECODE_BYTES / bytesPerPixel(type, header) / 1_000_000)
  const format = type === "avif" ? "an AVIF picture" : "a picture of this kind"
  return invalid(
    `This picture has ${Math.ceil((width * height) / 1_000_000)} megapixels; ${format} may have at most ${most}: ` +
      "please save it as a JPEG",
  )
}

async function toPixels(picture: Sharp): Promise<Pixels> {
  const flat = picture.flatten({ background: "white" }).toColourspace("srgb")
  const { data, info } = await flat.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

function damagedPicture(cause?: unknown) {
  const refusal = invalid("This picture is damaged or incomplete; please choose another one")
  refusal.cause = cause
  return refusal
}
