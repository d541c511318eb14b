import { Link, type LinkProps } from "@remix-run/react"
import type { ComponentProps, ReactNode } from "react"
import { classNames } from "./class-names"
import { Icon, type IconName } from "./icon"
import { useStalledRequest } from "./use-stalled-request"

interface ButtonStyle {
  /** One primary button per view. */
  variant?: "primary" | "secondary" | "quiet" | "danger"
  icon?: IconName
  wide?: boolean
  small?: boolean
}

export interface ButtonProps extends ButtonStyle, ComponentProps<"button"> {
  /** Announced as busy and ignores clicks; not disabled, which would lose the focus */
  busy?: boolean
}

export function Button({ busy: working, onClick, ...button }: ButtonProps) {
  const held = useStalledRequest()
  const busy = working && !held
  return (
    <>
      {APART}
      <button
        type="submit"
        {...nativeProps(button)}
        onClick={busy ? (event) => event.preventDefault() : onClick}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
      />
    </>
  )
}

/** Keeps a button or link apart from its neighbour where there is no stylesheet. */
export const APART = " "

export function ButtonLink(link: ButtonStyle & LinkProps) {
  return (
    <>
      {APART}
      <Link {...nativeProps(link)} />
    </>
  )
}

/** Loads a new document, because the router may be broken. */
export function ButtonAnchor(anchor: ButtonStyle & ComponentProps<"a">) {
  return (
    <>
      {APART}
      <a {...nativeProps(anchor)} />
    </>
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
