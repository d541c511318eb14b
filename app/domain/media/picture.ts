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

/** Every object a picture consists of. */
export function variantNames(picture: Pick<StoredPicture, "key" | "widths">): string[] {
  return pictureFormats.flatMap(({ extension }) =>
    picture.widths.map((width) => variantName(picture.key, width, extension)),
  )
}

/** The picture for a page; `baseUrl` is the media store's. */
export function viewPicture(picture: StoredPicture, alt: string, baseUrl: string): PictureView {
  const address = (width: number, extension: string) => `${baseUrl}/${variantName(picture.key, width, extension)}`
  const srcset = (extension: string) => picture.widths.map((width) => `${address(width, extension)} ${width}w`).join(", ")
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
