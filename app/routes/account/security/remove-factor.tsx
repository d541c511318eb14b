import { ButtonLink } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/shell/page-heading"

interface RemoveFactorProps {
  id: string
  /** "the authenticator app" */
  name: string
  isLast: boolean
  confirmLabel: string
}

export function RemoveFactor({ id, name, isLast, confirmLabel }: RemoveFactorProps) {
  const [form] = useShopForm({ id })
  return (
    <div className="page page-narrow">
      <PageHeading
        title={`Remove ${name}?`}
        lead={
          isLast
            ? "From then on your password alone signs in to your account. Your recovery codes go with it."
            : "It no longer signs you in then. Your other second factors stay."
        }
      />
      <ShopForm form={form}>
        <div className="cluster">
          <SubmitButton variant="danger">{confirmLabel}</SubmitButton>
          <ButtonLink to="/account/security" variant="quiet">
            Keep it
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
