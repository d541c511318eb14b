import type { ReactNode } from "react"
import { ButtonLink } from "~/ui/button"
import { PasswordField } from "~/ui/form/password-field"
import { PasswordManagerUsername } from "~/ui/form/password-manager-username"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/shell/page-heading"

interface ConfirmPasswordProps {
  title: string
  lead: string
  email: string
  confirmLabel: string
  keepLabel?: string
  children?: ReactNode
}

/** Asks for the password before a change that only the account's owner may make. */
export function ConfirmPassword({
  title,
  lead,
  email,
  confirmLabel,
  keepLabel = "Cancel",
  children,
}: ConfirmPasswordProps) {
  const [form, fields] = useShopForm<{ password: string }>({ id: "confirm" })
  return (
    <div className="page page-narrow">
      <PageHeading title={title} lead={lead} />
      {children}
      <ShopForm form={form}>
        <PasswordManagerUsername email={email} />
        <PasswordField of={fields.password} label="Your password" autoComplete="current-password" required />
        <div className="cluster">
          <SubmitButton variant="danger">{confirmLabel}</SubmitButton>
          <ButtonLink to="/account" variant="quiet">
            {keepLabel}
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
