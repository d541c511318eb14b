import { Link, type LinkProps } from "@remix-run/react"
import type { ComponentProps, ReactNode } from "react"
import { classNames } from "./class-names"
import { Icon, type IconName } from "./icon"
import { useStalledRequest } from "./use-stalled-request"

interface ButtonStyle {
  /** One primary button a view. */
  variant?: "primary" | "secondary" | "quiet" | "danger"
  icon?: IconName
  /** Fills its line, as in forms on a phone. */
  wide?: boolean
  small?: boolean
}

export interface ButtonProps extends ButtonStyle, ComponentProps<"button"> {
  /** Work is under way: says so to screen readers and takes no second press. Not disabled, which would lose the focus. */
  busy?: boolean
}

export function Button({ busy: working, onClick, ...button }: ButtonProps) {
  const held = useStalledRequest()
  const busy = working && !held
  return (
    <button
      type="submit"
      {...nativeProps(button)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    />
  )
}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink(link: ButtonStyle & LinkProps) {
  return <Link {...nativeProps(link)} />
}

/** A link button that loads a whole new page, for places where the router cannot be relied upon. */
export function ButtonAnchor(anchor: ButtonStyle & ComponentProps<"a">) {
  return <a {...nativeProps(anchor)} />
}

/** Enter presses a form's first button: without scripts, this one stands before those that do something else. */
export function DefaultSubmit({ children }: { children: string }) {
  return (
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  )
}

function nativeProps<Props extends ButtonStyle & { className?: string; children?: ReactNode }>({
  variant = "primary",
  icon,
  wide,
  small,
  className,
  children,
  ...native
}: Props) {
  return {
    ...native,
    className: classNames("button", `button-${variant}`, wide && "button-wide", small && "button-small", className),
    children: (
      <>
        {icon && <Icon name={icon} />}
        {children}
      </>
    ),
  }
}
