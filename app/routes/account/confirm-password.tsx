import type { SubmissionResult } from "@conform-to/react"
import { useNavigation } from "@remix-run/react"
import { Button, ButtonLink } from "~/ui/button"
import { PasswordField } from "~/ui/form/password-field"
import { PasswordManagerUsername } from "~/ui/form/password-manager-username"
import { ShopForm } from "~/ui/form/shop-form"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/page-heading"

interface ConfirmPasswordProps {
  title: string
  /** The consequence of confirming. */
  lead: string
  email: string
  /** The label of the button that confirms. */
  confirmLabel: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** A question of the account that only its owner may answer: they show it by their password. */
export function ConfirmPassword({ title, lead, email, confirmLabel, lastResult }: ConfirmPasswordProps) {
  const [form, fields] = useShopForm<{ password: string }>({ id: "confirm", lastResult })
  return (
    <div className="page page-narrow">
      <PageHeading title={title} lead={lead} />
      <ShopForm form={form}>
        <PasswordManagerUsername email={email} />
        <PasswordField of={fields.password} label="Your password" autoComplete="current-password" required />
        <div className="cluster">
          <Button variant="danger" busy={useNavigation().state === "submitting"}>
            {confirmLabel}
          </Button>
          <ButtonLink to="/account" variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
