import { Link, type LinkProps } from "@remix-run/react"
import type { ComponentProps, ReactNode } from "react"
import { classNames } from "./class-names"
import { Icon, type IconName } from "./icon"

interface Look {
  /** One primary button a view. */
  variant?: "primary" | "secondary" | "quiet" | "danger"
  icon?: IconName
  /** Fills its line, as in forms on a phone. */
  wide?: boolean
  small?: boolean
}

interface ButtonProps extends Look, ComponentProps<"button"> {
  /** Work is under way: says so to screen readers and takes no second press. Not disabled, which would lose the focus. */
  busy?: boolean
}

export function Button({ variant, icon, wide, small, busy, onClick, className, children, ...native }: ButtonProps) {
  return (
    <button
      type="submit"
      {...native}
      className={classNames(look({ variant, wide, small }), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      <Face icon={icon}>{children}</Face>
    </button>
  )
}

interface ButtonLinkProps extends Look, LinkProps {}

/** A link that looks like a button, for going somewhere rather than doing something. */
export function ButtonLink({ variant, icon, wide, small, className, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={classNames(look({ variant, wide, small }), className)}>
      <Face icon={icon}>{children}</Face>
    </Link>
  )
}

function look({ variant = "primary", wide, small }: Look): string {
  return classNames("button", `button-${variant}`, wide && "button-wide", small && "button-small")
}

function Face({ icon, children }: { icon?: IconName; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
}
