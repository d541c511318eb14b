import sharp, { type Sharp } from "sharp"
import { invalid } from "../shop-error"
import { reachesItsEnd } from "./picture-end.server"
import { judgePicture, MAX_PIXELS, type PictureType, refuseTooManyPixels } from "./picture-type.server"
import { Semaphore } from "./semaphore"

/** Uncompressed pixels in sRGB, without metadata and without transparency. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/** No stored variant is larger than this. */
const LARGEST = { width: 1280, height: 1920 }
const DRAWING_WIDTH = 1200
const POINTS_PER_INCH = 72

/** Decodes that take more memory than this, in bytes, happen one at a time. */
const HEAVY = 50_000_000
const heavy = new Semaphore(1)

/**
 * An uploaded file's first frame, upright and no larger than anything that will be stored of it. The size is judged by
 * the header, before any pixel is unpacked.
 * @throws ShopError `invalid` with the reason, when it is no picture, has too many pixels or breaks off
 */
export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const type = judgePicture(bytes)
  const { width, height, isProgressive } = await readHeader(bytes)
  refuseTooManyPixels(width, height)
  if (!reachesItsEnd(type, bytes)) throw damaged()
  const decode = async () => {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true })
    return unpack(picture.autoOrient().resize({ ...LARGEST, fit: "inside", withoutEnlargement: true }))
  }
  try {
    const memory = width * height * bytesPerPixel(type, isProgressive ?? false)
    return await (memory > HEAVY ? heavy.run(decode) : decode())
  } catch (error) {
    throw damaged(error)
  }
}

/** Our own SVG as pixels. Never to be reached with a drawing that somebody else made. */
export async function decodeDrawing(svg: string): Promise<Pixels> {
  const source = Buffer.from(svg)
  const { width = DRAWING_WIDTH } = await sharp(source).metadata()
  const density = Math.min((POINTS_PER_INCH * DRAWING_WIDTH) / width, 2400)
  return unpack(sharp(source, { density }).resize({ width: DRAWING_WIDTH }))
}

async function readHeader(bytes: Uint8Array) {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw damaged(error)
  }
}

/** What a decoder holds at its peak, as measured: those that cannot work line by line keep the whole picture. */
function bytesPerPixel(type: PictureType, isProgressive: boolean): number {
  if (type === "jpeg" || type === "png") return isProgressive ? 10 : 1
  return { webp: 6, gif: 6, avif: 19 }[type]
}

async function unpack(picture: Sharp): Promise<Pixels> {
  const flat = picture.flatten({ background: "white" }).toColourspace("srgb")
  const { data, info } = await flat.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

function damaged(cause?: unknown) {
  const refusal = invalid("This picture is damaged or incomplete; please choose another one")
  refusal.cause = cause
  return refusal
}
