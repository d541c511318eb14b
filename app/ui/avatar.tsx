import { type PictureView, pictureSrcset, pictureUrl } from "~/domain/media/picture"

interface AvatarProps {
  name: string
  picture?: Pick<PictureView, "stem" | "widths"> | null
  /** Pixels. */
  size: number
}

const DENSEST = 3

/** The avatar is decoration, because the name is next to it. */
export function Avatar({ name, picture, size }: AvatarProps) {
  if (picture) {
    const upTo = size * DENSEST
    return (
      <img
        className="avatar"
        src={pictureUrl(picture, upTo)}
        srcSet={pictureSrcset(picture, "jpg", upTo)}
        sizes={`${size}px`}
        alt=""
        width={size}
        height={size}
      />
    )
  }
  return (
    <svg className="avatar" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <text x="20" y="20" dy=".35em" textAnchor="middle">
        {initials(name)}
      </text>
    </svg>
  )
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("")
}
