import { type PictureView, PLACEHOLDER, pictureSrcset, pictureUrl } from "~/domain/media/picture"
import { APART } from "./button"
import { Icon } from "./icon"

export type ShownPicture = Pick<PictureView, "stem" | "widths" | "placeholder"> & { alt?: string }

interface ProductPictureProps {
  picture: ShownPicture | null
  sizes: string
  /** Pixels. */
  upTo?: number
  /** Whether it is in the first row of a page; others load lazily. */
  eager?: boolean
  /** Fetched first. */
  first?: boolean
  alt?: string
}

export function ProductPicture({ picture, sizes, upTo, eager, first, alt }: ProductPictureProps) {
  if (!picture) return <MissingPicture alt={alt ?? "No picture yet"} />
  return (
    <>
      <span className="picture">
        {/* Not an `img`, because most text browsers would show it as a second picture */}
        {picture.placeholder && (
          <svg aria-hidden="true">
            <image href={PLACEHOLDER + picture.placeholder} preserveAspectRatio="none" />
          </svg>
        )}
        <picture>
          <source type="image/avif" srcSet={pictureSrcset(picture, "avif", upTo)} sizes={sizes} />
          <img
            src={pictureUrl(picture, upTo)}
            alt={alt ?? picture.alt ?? ""}
            loading={eager ? undefined : "lazy"}
            decoding={eager ? "sync" : undefined}
            {...(first && { fetchpriority: "high" })}
          />
        </picture>
      </span>
      {APART}
    </>
  )
}

function MissingPicture({ alt }: { alt: string }) {
  return (
    <span className="picture picture-missing">
      <Icon name="box" label={alt} />
    </span>
  )
}
