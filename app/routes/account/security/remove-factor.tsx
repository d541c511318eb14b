import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"

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
    <NarrowPage
      title={`Remove ${name}?`}
      lead={
        isLast
          ? "You will then sign in with only your password. Your recovery codes will be removed, too."
          : "You will no longer be able to sign in with it. Your other second factors stay."
      }
    >
      <ShopForm tool={null} form={form}>
        <SubmitOrCancel variant="danger" cancel="/account/security" cancelLabel="Keep it">
          {confirmLabel}
        </SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}
