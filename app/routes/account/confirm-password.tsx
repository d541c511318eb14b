import type { ReactNode } from "react"
import { PasswordField, PasswordManagerUsername } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"

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
    <NarrowPage title={title} lead={lead}>
      {children}
      <ShopForm tool={null} form={form}>
        <PasswordManagerUsername email={email} />
        <PasswordField of={fields.password} label="Your password" autoComplete="current-password" required />
        <SubmitOrCancel variant="danger" cancel="/account" cancelLabel={keepLabel}>
          {confirmLabel}
        </SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}
