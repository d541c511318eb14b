export type IconName =
  | "alert"
  | "arrow-left"
  | "arrow-right"
  | "box"
  | "cart"
  | "chart"
  | "check"
  | "chevron-down"
  | "chevron-left"
  | "chevron-right"
  | "chevron-up"
  | "close"
  | "download"
  | "edit"
  | "eye"
  | "eye-off"
  | "filter"
  | "home"
  | "info"
  | "lock"
  | "log-out"
  | "mail"
  | "mark"
  | "menu"
  | "minus"
  | "more"
  | "plus"
  | "print"
  | "receipt"
  | "refresh"
  | "search"
  | "shield"
  | "star-empty"
  | "star-full"
  | "star-half"
  | "tag"
  | "trash"
  | "truck"
  | "undo"
  | "upload"
  | "user"
  | "users"

interface IconProps {
  name: IconName
  /** A text for readers who do not see the icon; without it the icon is decoration. */
  label?: string
}

export function Icon({ name, label }: IconProps) {
  const icon = (
    <svg className="icon" aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  )
  if (!label) return icon
  return (
    <>
      {icon}
      {/* Text browsers draw no SVG. */}
      <span className="visually-hidden">{`${label} `}</span>
    </>
  )
}
