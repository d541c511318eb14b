import sharp, { type Sharp } from "sharp"
import { invalid } from "../shop-error"
import { judgePicture } from "./picture-type.server"

/** Uncompressed pixels in sRGB, without metadata and without transparency. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** The most pixels a picture may have: 24 megapixels. */
export const MAX_PIXELS = 24_000_000
/** No stored variant is larger than this. */
const LARGEST = { width: 1280, height: 1920 }
const DRAWING_WIDTH = 1200
const POINTS_PER_INCH = 72

/**
 * An uploaded file's first frame, upright and no larger than anything that will be stored of it. The size is judged by
 * the header, before any pixel is unpacked.
 * @throws ShopError `invalid` with the reason, when it is no picture, has too many pixels or breaks off
 */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const type = judgePicture(bytes)
  const { width, height } = await readHeader(bytes)
  if (width * height > MAX_PIXELS) {
    const megapixels = Math.ceil((width * height) / 1_000_000)
    throw invalid(`This picture has ${megapixels} megapixels; 24 are the most that can be uploaded`)
  }
  if (type === "png" && !Buffer.from(bytes).includes("IEND")) throw brokenOff()
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true })
    return await unpack(picture.autoOrient().resize({ ...LARGEST, fit: "inside", withoutEnlargement: true }))
  } catch (error) {
    throw brokenOff(error)
  }
}

/** Our own SVG as pixels. Never to be reached with a drawing that somebody else made. */
export async function decodeDrawing(svg: string): Promise<Pixels> {
  const source = Buffer.from(svg)
  const { width = DRAWING_WIDTH } = await sharp(source).metadata()
  const density = Math.min((POINTS_PER_INCH * DRAWING_WIDTH) / width, 2400)
  return unpack(sharp(source, { density }).resize({ width: DRAWING_WIDTH }))
}

async function readHeader(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw brokenOff(error)
  }
}

async function unpack(picture: Sharp): Promise<Pixels> {
  const flat = picture.flatten({ background: "white" }).toColourspace("srgb")
  const { data, info } = await flat.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

function brokenOff(cause?: unknown) {
  const refusal = invalid("This picture is damaged or incomplete; please choose another one")
  refusal.cause = cause
  return refusal
}
