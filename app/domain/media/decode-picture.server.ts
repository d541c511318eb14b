import pLimit from "p-limit"
import sharp, { type Sharp } from "sharp"
import { invalid } from "../shop-error"
import { hasEndMarker } from "./end-marker.server"
import { assertPixelLimit, detectPictureType, MAX_PIXELS, type PictureType } from "./picture-type.server"

export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

const MAX_SIZE = { width: 1280, height: 1920 }
const DRAWING_WIDTH = 1200
const POINTS_PER_INCH = 72

/** Bytes: larger decodes run one at a time. */
const HEAVY_DECODE_BYTES = 50_000_000
const heavyDecodeLimit = pLimit(1)

/** Decodes the first frame, upright, after the header's size was checked. */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const type = detectPictureType(bytes)
  const { width, height, isProgressive } = await readHeader(bytes)
  assertPixelLimit(width, height)
  if (!hasEndMarker(type, bytes)) throw damagedPicture()
  const decode = async () => {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true })
    return toPixels(picture.autoOrient().resize({ ...MAX_SIZE, fit: "inside", withoutEnlargement: true }))
  }
  try {
    const memory = width * height * bytesPerPixel(type, isProgressive ?? false)
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

/** Measured peaks: decoders that cannot work line by line keep the whole picture. */
function bytesPerPixel(type: PictureType, isProgressive: boolean): number {
  if (type === "jpeg" || type === "png") return isProgressive ? 10 : 1
  return { webp: 6, gif: 6, avif: 19 }[type]
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
