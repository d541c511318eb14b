export interface PictureView {
  id: string
  alt: string
  width: number
  height: number
  /** The rest of a `data:` URI after `PLACEHOLDER` */
  placeholder: string
  stem: string
  widths: number[]
}

/** The common prefix of all placeholders, which are WebP */
export const PLACEHOLDER = "data:image/webp;base64,UklGR"

export interface StoredPicture {
  id: string
  key: string
  width: number
  height: number
  widths: number[]
  placeholder: string
}

export const pictureFormats = [
  { extension: "avif", type: "image/avif" },
  { extension: "webp", type: "image/webp" },
  { extension: "jpg", type: "image/jpeg" },
] as const
type PictureExtension = (typeof pictureFormats)[number]["extension"]

export function variantName(key: string, width: number, extension: string): string {
  return `${key}-${width}.${extension}`
}

const variantPattern = /^([0-9a-f]{32})-(\d{1,5})\.(avif|webp|jpg)$/

export function parseVariantName(name: string): { key: string; width: number; type: string } | null {
  const [, key, width, extension] = variantPattern.exec(name) ?? []
  const format = pictureFormats.find((format) => format.extension === extension)
  return key && format ? { key, width: Number(width), type: format.type } : null
}

/** 4 bytes of time, from which a sweep computes an object's age, followed by random bytes */
export function newPictureKey(now: Date, random: Uint8Array): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return [
    seconds.toString(16).padStart(8, "0"),
    ...Array.from(random, (byte) => byte.toString(16).padStart(2, "0")),
  ].join("")
}

export function pictureKeyTime(key: string): Date {
  return new Date(Number.parseInt(key.slice(0, 8), 16) * 1000)
}

export function variantNames(picture: Pick<StoredPicture, "key" | "widths">): string[] {
  return pictureFormats.flatMap(({ extension }) =>
    picture.widths.map((width) => variantName(picture.key, width, extension)),
  )
}

export function viewPicture(picture: StoredPicture, alt: string, baseUrl: string): PictureView {
  const { key, placeholder, ...facts } = picture
  const tiny = placeholder.startsWith(PLACEHOLDER) ? placeholder.slice(PLACEHOLDER.length) : ""
  return { ...facts, alt, stem: `${baseUrl}/${key}`, placeholder: tiny }
}

type Variants = Pick<PictureView, "stem" | "widths">

export function pictureUrl(picture: Variants, upTo?: number): string {
  return variantName(picture.stem, widthsFor(picture, upTo).at(-1) ?? 0, "jpg")
}

export function absolutePictureUrl(picture: Variants, origin: string): string {
  return new URL(pictureUrl(picture), origin || undefined).href
}

export function pictureSrcset(picture: Variants, extension: PictureExtension, upTo?: number): string {
  const widths = widthsFor(picture, upTo)
  return widths.map((width) => `${variantName(picture.stem, width, extension)} ${width}w`).join(", ")
}

/** A width below half of the widest saves very little. */
function widthsFor({ widths }: Variants, upTo = Number.POSITIVE_INFINITY): number[] {
  const fitting = widths.filter((width, index) => index === 0 || width <= upTo)
  return fitting.filter((width) => width * 2 >= (fitting.at(-1) ?? 0))
}
