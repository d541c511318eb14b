import { Link, type LinkProps } from "@remix-run/react"
import type { ComponentProps, ReactNode } from "react"
import type { Permission } from "~/domain/accounts/permission"
import { ButtonLink } from "~/ui/button"
import { useMay, useMayOpen } from "../use-may"

interface PermittedProps {
  needs: Permission | readonly Permission[]
  children: ReactNode
}

/** Hides what the reader may not do. */
export function Permitted({ needs, children }: PermittedProps) {
  return [needs].flat().every(useMay()) ? children : null
}

/** Disables the form of a reader who may not send it. */
export function ReadOnlyWithout({ needs, children }: PermittedProps) {
  if ([needs].flat().every(useMay())) return children
  return (
    <fieldset disabled>
      <legend className="muted">You may look at this and not change it.</legend>
      {children}
    </fieldset>
  )
}

interface StaffLinkProps extends LinkProps {
  to: string
  /** Shows the children as text if the screen does not open. */
  orText?: boolean
}

export function StaffLink({ orText = false, ...link }: StaffLinkProps) {
  if (useMayOpen()(link.to)) return <Link {...link} />
  return orText ? link.children : null
}

export function StaffButtonLink(link: ComponentProps<typeof ButtonLink> & { to: string }) {
  return useMayOpen()(link.to) ? <ButtonLink {...link} /> : null
}
