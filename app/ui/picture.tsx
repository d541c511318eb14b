import type { PictureView } from "~/domain/media/picture"
import { Icon } from "./icon"

interface ProductPictureProps {
  picture: PictureView | null
  sizes: string
  /** The first row of a page; everything else loads when it comes near. */
  eager?: boolean
  /** The picture that a page begins with: it is fetched before all others. */
  first?: boolean
  /** Replaces the picture's own text: "" where the name stands right beside it. */
  alt?: string
}

export function ProductPicture({ picture, sizes, eager, first, alt }: ProductPictureProps) {
  if (!picture) return <MissingPicture alt={alt ?? "No picture yet"} />
  return (
    <span className="picture">
      <Placeholder of={picture} />
      <picture>
        {picture.sources.map((source) => (
          <source key={source.type} type={source.type} srcSet={source.srcset} sizes={sizes} />
        ))}
        <img
          src={picture.url}
          srcSet={picture.srcset}
          sizes={sizes}
          alt={alt ?? picture.alt}
          width={picture.width}
          height={picture.height}
          loading={eager ? "eager" : "lazy"}
          decoding={eager ? "sync" : "async"}
          {...(first && { fetchpriority: "high" })}
        />
      </picture>
    </span>
  )
}

/** Drawn as SVG, because a strict content policy forbids the style attribute a background would need. */
function Placeholder({ of: { placeholder } }: { of: PictureView }) {
  return (
    <svg className="picture-ground" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {placeholder.startsWith("data:") ? (
        <image href={placeholder} width="1" height="1" preserveAspectRatio="none" />
      ) : (
        <rect width="1" height="1" fill={placeholder} />
      )}
    </svg>
  )
}

function MissingPicture({ alt }: { alt: string }) {
  return (
    <span className="picture picture-missing">
      <Icon name="box" label={alt} />
    </span>
  )
}
