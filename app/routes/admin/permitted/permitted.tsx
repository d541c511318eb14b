import { Link, type LinkProps } from "@remix-run/react"
import type { ComponentProps, ReactNode } from "react"
import type { Permission } from "~/domain/accounts/permission"
import { APART, ButtonLink } from "~/ui/button"
import { useMay, useMayOpen } from "../use-may"

interface PermittedProps {
  needs: Permission | readonly Permission[]
  children: ReactNode
}

/** Hides parts that the reader has no permission for. */
export function Permitted({ needs, children }: PermittedProps) {
  return [needs].flat().every(useMay()) ? children : null
}

/** Disables the form for a reader without permission. */
export function ReadOnlyWithout({ needs, children }: PermittedProps) {
  if ([needs].flat().every(useMay())) return children
  return (
    <fieldset disabled>
      <legend className="muted">You can view this but not change it.</legend>
      {children}
    </fieldset>
  )
}

type StaffLinkProps = LinkProps & { to: string }

/** Is hidden if the reader cannot open the screen. */
export function StaffLink(link: StaffLinkProps) {
  if (!useMayOpen()(link.to)) return null
  return (
    <>
      {APART}
      <Link {...link} />
    </>
  )
}

/** Shows the name of a record as a link, or as text if the reader cannot open its screen. */
export function RecordLink(link: StaffLinkProps) {
  return useMayOpen()(link.to) ? <Link {...link} /> : link.children
}

export function StaffButtonLink(link: ComponentProps<typeof ButtonLink> & { to: string }) {
  return useMayOpen()(link.to) ? <ButtonLink {...link} /> : null
}
