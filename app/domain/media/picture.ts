/** A stored picture as pages show it: every variant's address, and what the browser must know before one arrives. */
export interface PictureView {
  id: string
  alt: string
  width: number
  height: number
  /** A tiny `data:` URI or a colour, shown until the picture is there. */
  placeholder: string
  /** AVIF and WebP, best first. */
  sources: { type: string; srcset: string }[]
  /** JPEG. */
  srcset: string
  /** The JPEG at its largest. */
  url: string
}

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
  const address = (width: number, extension: string) => `${baseUrl}/${variantName(picture.key, width, extension)}`
  const srcset = (extension: string) =>
    picture.widths.map((width) => `${address(width, extension)} ${width}w`).join(", ")
  return {
    id: picture.id,
    alt,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    sources: pictureFormats.slice(0, 2).map(({ extension, type }) => ({ type, srcset: srcset(extension) })),
    srcset: srcset("jpg"),
    url: address(Math.max(...picture.widths), "jpg"),
  }
}
