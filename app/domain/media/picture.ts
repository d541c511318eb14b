/** A stored picture as pages show it: what its variants' addresses are made of, and what is known before one arrives. */
export interface PictureView {
  id: string
  alt: string
  width: number
  height: number
  /** What stands behind `PLACEHOLDER` in the address of a tiny picture that is shown until this one is there. */
  placeholder: string
  /** What every variant's address begins with. */
  stem: string
  /** Smallest first. */
  widths: number[]
}

/** So begin all placeholders, and all WebP files. */
export const PLACEHOLDER = "data:image/webp;base64,UklGR"

/** What the database keeps of a picture. */
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

/** The object's name of one variant: `<key>-<width>.<extension>`. */
export function variantName(key: string, width: number, extension: string): string {
  return `${key}-${width}.${extension}`
}

const variantPattern = /^([0-9a-f]{32})-(\d{1,5})\.(avif|webp|jpg)$/

/** The key and the type of an object of ours, or `null` for anything else that may lie in a store. */
export function parseVariantName(name: string): { key: string; type: string } | null {
  const [, key, , extension] = variantPattern.exec(name) ?? []
  const format = pictureFormats.find((format) => format.extension === extension)
  return key && format ? { key, type: format.type } : null
}

/** A key: 4 bytes of time, so that a sweep can tell how old an object is, then the given random bytes, in hex. */
export function newPictureKey(now: Date, random: Uint8Array): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return [
    seconds.toString(16).padStart(8, "0"),
    ...Array.from(random, (byte) => byte.toString(16).padStart(2, "0")),
  ].join("")
}

/** When the picture of a key was made. */
export function pictureKeyTime(key: string): Date {
  return new Date(Number.parseInt(key.slice(0, 8), 16) * 1000)
}

/** Every object a picture consists of. */
export function variantNames(picture: Pick<StoredPicture, "key" | "widths">): string[] {
  return pictureFormats.flatMap(({ extension }) =>
    picture.widths.map((width) => variantName(picture.key, width, extension)),
  )
}

/** The picture for a page; `baseUrl` is the media store's. */
export function viewPicture(picture: StoredPicture, alt: string, baseUrl: string): PictureView {
  const { key, placeholder, ...facts } = picture
  const tiny = placeholder.startsWith(PLACEHOLDER) ? placeholder.slice(PLACEHOLDER.length) : ""
  return { ...facts, alt, stem: `${baseUrl}/${key}`, placeholder: tiny }
}

type Variants = Pick<PictureView, "stem" | "widths">

/** The address of a picture that everybody can show: the JPEG at its largest, or at its largest up to some pixels. */
export function pictureUrl(picture: Variants, upTo?: number): string {
  return variantName(picture.stem, widthsFor(picture, upTo).at(-1) ?? 0, "jpg")
}

/** The same where it is read without the page: in feeds, by other sites. */
export function absolutePictureUrl(picture: Variants, origin: string): string {
  return new URL(pictureUrl(picture), origin || undefined).href
}

/** The variants of a format among which a browser chooses for a picture that is never shown wider than some pixels. */
export function pictureSrcset(picture: Variants, extension: PictureExtension, upTo?: number): string {
  const widths = widthsFor(picture, upTo)
  return widths.map((width) => `${variantName(picture.stem, width, extension)} ${width}w`).join(", ")
}

/** Less than half as wide as the widest is never chosen, or saves next to nothing. */
function widthsFor({ widths }: Variants, upTo = Number.POSITIVE_INFINITY): number[] {
  const fitting = widths.filter((width, index) => index === 0 || width <= upTo)
  return fitting.filter((width) => width * 2 >= (fitting.at(-1) ?? 0))
}
