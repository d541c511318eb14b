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
  /** Without a label the icon is decoration. */
  label?: string
}

export function Icon({ name, label }: IconProps) {
  const symbol = <use href={`/icons.svg#${name}`} />
  if (!label) {
    return (
      <svg className="icon" aria-hidden="true">
        {symbol}
      </svg>
    )
  }
  return (
    <svg className="icon" role="img" aria-label={label}>
      {symbol}
    </svg>
  )
}
