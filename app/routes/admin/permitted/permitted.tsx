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

type StaffLinkProps = LinkProps & { to: string }

/** Hidden if the screen does not open. */
export function StaffLink(link: StaffLinkProps) {
  return useMayOpen()(link.to) ? <Link {...link} /> : null
}

/** The name of a record as a link, or as text if its screen does not open */
export function RecordLink(link: StaffLinkProps) {
  return useMayOpen()(link.to) ? <Link {...link} /> : link.children
}

export function StaffButtonLink(link: ComponentProps<typeof ButtonLink> & { to: string }) {
  return useMayOpen()(link.to) ? <ButtonLink {...link} /> : null
}
