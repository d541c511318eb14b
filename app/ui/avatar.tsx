import type { PictureView } from "~/domain/media/picture"

interface AvatarProps {
  name: string
  picture?: Pick<PictureView, "url" | "srcset"> | null
  /** Pixels. */
  size?: number
}

/** Decoration beside a name that is written or said elsewhere. */
export function Avatar({ name, picture, size = 36 }: AvatarProps) {
  if (picture) {
    const { url, srcset } = picture
    return <img className="avatar" src={url} srcSet={srcset} sizes={`${size}px`} alt="" width={size} height={size} />
  }
  return (
    <svg className="avatar" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <text x="20" y="20" dy=".35em" textAnchor="middle">
        {initials(name)}
      </text>
    </svg>
  )
}

/** The first letters of the first and the last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("")
}
