import { availableParallelism } from "node:os"
import pLimit from "p-limit"
import sharp, { type Sharp } from "sharp"
import type { Pixels } from "./decode-picture.server"
import { pictureFormats } from "./picture"

interface Variant {
  width: number
  extension: string
  type: string
  bytes: Buffer
}

export interface EncodedPicture {
  width: number
  height: number
  widths: number[]
  placeholder: string
  variants: Variant[]
}

const WIDTHS = [160, 320, 640, 960, 1280]
/** A width this close to the largest is not worth its bytes. */
const MAX_STEP_RATIO = 0.75
const PLACEHOLDER_CHARACTERS = 400

// Disables the threads of libvips, which would multiply the concurrency below.
sharp.concurrency(1)
sharp.cache(false)
const encodeLimit = pLimit(availableParallelism())

/** Favours quick uploads over the smallest files. */
export async function encodePicture(pixels: Pixels): Promise<EncodedPicture> {
  const widths = widthsFor(pixels.width)
  const sizes = await shrink(pixels, widths.toReversed())
  const wanted = sizes.flatMap((size) => pictureFormats.map((format) => ({ size, ...format })))
  const [placeholder, ...variants] = await Promise.all([
    encodeLimit(() => placeholderOf(sizes.at(-1) ?? pixels)),
    ...wanted.map(async ({ size, extension, type }): Promise<Variant> => {
      const bytes = await encodeLimit(() => encoders[extension](toSharp(size), size.width).toBuffer())
      return { width: size.width, extension, type, bytes }
    }),
  ])
  return { width: pixels.width, height: pixels.height, widths, placeholder, variants }
}

function widthsFor(width: number): number[] {
  const steps = [...WIDTHS.filter((step) => step <= width * MAX_STEP_RATIO), width]
  if (steps.length >= 4) return steps
  const quarters = [0.25, 0.5, 0.75, 1].map((part) => Math.max(1, Math.round(width * part)))
  return [...new Set(quarters)]
}

const encoders: Record<(typeof pictureFormats)[number]["extension"], (picture: Sharp, width: number) => Sharp> = {
  // Uses more effort for the sizes that a page shows many of.
  avif: (picture, width) => picture.avif({ quality: 50, effort: width > 640 ? 0 : 1, chromaSubsampling: "4:2:0" }),
  webp: (picture) => picture.webp({ quality: 75, effort: 2 }),
  jpg: (picture) => picture.jpeg({ quality: 76, progressive: true }),
}

function toSharp({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

async function shrink(pixels: Pixels, widths: number[]): Promise<Pixels[]> {
  const sizes: Pixels[] = []
  for (const width of widths) {
    const larger = sizes.at(-1) ?? pixels
    const height = Math.max(1, Math.round((pixels.height * width) / pixels.width))
    sizes.push(width === larger.width ? larger : await encodeLimit(() => resize(larger, width, height)))
  }
  return sizes
}

async function resize(pixels: Pixels, width: number, height: number): Promise<Pixels> {
  const { data, info } = await toSharp(pixels)
    .resize(width, height, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width, height, channels: info.channels }
}

/** Returns a blurred `data:` URI of at most 400 characters. */
async function placeholderOf(pixels: Pixels): Promise<string> {
  for (const side of [16, 8]) {
    const small = toSharp(pixels).resize(side, side, { fit: "inside" })
    const bytes = await small.blur(0.8).webp({ quality: 30, effort: 4 }).toBuffer()
    const uri = `data:image/webp;base64,${bytes.toString("base64")}`
    if (uri.length <= PLACEHOLDER_CHARACTERS) return uri
  }
  return "#d8d8d8"
}
