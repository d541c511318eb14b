import { type PictureView, PLACEHOLDER, pictureSrcset, pictureUrl } from "~/domain/media/picture"
import { Icon } from "./icon"

/** What a picture cannot be shown without. */
export type ShownPicture = Pick<PictureView, "stem" | "widths" | "placeholder"> & { alt?: string }

interface ProductPictureProps {
  picture: ShownPicture | null
  sizes: string
  /** The most pixels across that any screen shows of it; otherwise all that there are. */
  upTo?: number
  /** The first row of a page; everything else loads when it comes near. */
  eager?: boolean
  /** The picture that a page begins with: it is fetched before all others. */
  first?: boolean
  /** Replaces the picture's own text: "" where the name stands right beside it. */
  alt?: string
}

export function ProductPicture({ picture, sizes, upTo, eager, first, alt }: ProductPictureProps) {
  if (!picture) return <MissingPicture alt={alt ?? "No picture yet"} />
  return (
    <span className="picture">
      {/* A picture itself, because a strict content policy forbids the style attribute a background would need. */}
      {picture.placeholder && <img src={PLACEHOLDER + picture.placeholder} alt="" />}
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
  )
}

function MissingPicture({ alt }: { alt: string }) {
  return (
    <span className="picture picture-missing">
      <Icon name="box" label={alt} />
    </span>
  )
}
