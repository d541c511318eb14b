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

interface ButtonProps extends ButtonStyle, ComponentProps<"button"> {
  /** Work is under way: says so to screen readers and takes no second press. Not disabled, which would lose the focus. */
  busy?: boolean
}

export function Button({
  variant,
  icon,
  wide,
  small,
  busy: working,
  onClick,
  className,
  children,
  ...native
}: ButtonProps) {
  const held = useStalledRequest()
  const busy = working && !held
  return (
    <button
      type="submit"
      {...native}
      className={classNames(buttonClassNames({ variant, wide, small }), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </button>
  )
}

interface ButtonLinkProps extends ButtonStyle, LinkProps {}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({ variant, icon, wide, small, className, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={classNames(buttonClassNames({ variant, wide, small }), className)}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </Link>
  )
}

interface ButtonAnchorProps extends ButtonStyle, ComponentProps<"a"> {}

/** A link button that loads a whole new page, for places where the router cannot be relied upon. */
export function ButtonAnchor({ variant, icon, wide, small, className, children, ...anchor }: ButtonAnchorProps) {
  return (
    <a {...anchor} className={classNames(buttonClassNames({ variant, wide, small }), className)}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </a>
  )
}

/** Enter presses a form's first button: without scripts, this one stands before those that do something else. */
export function DefaultSubmit({ children }: { children: string }) {
  return (
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  )
}

function buttonClassNames({ variant = "primary", wide, small }: ButtonStyle): string {
  return classNames("button", `button-${variant}`, wide && "button-wide", small && "button-small")
}

function ButtonContent({ icon, children }: { icon?: IconName; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
}
