// /account/security/app/remove
import { z } from "zod"
import { removeApp } from "~/domain/accounts/factors/second-factors.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { ButtonLink } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export const meta = title("Remove the authenticator app")

export const loader = memberPage(() => ({}), { proof: "recent" })

export const action = memberForm(
  z.object({}),
  async ({ shop, actor, redirectWithSuccess }) => {
    await removeApp(shop, actor)
    return redirectWithSuccess("/account/security", "The authenticator app has been removed")
  },
  { proof: "recent" },
)

export default function RemoveApp() {
  const [form] = useShopForm({ id: "remove-app" })
  return (
    <div className="page page-narrow">
      <PageHeading
        title="Remove the authenticator app?"
        lead="From then on your password alone signs in to your account. Your recovery codes go with the app."
      />
      <ShopForm form={form}>
        <div className="cluster">
          <SubmitButton variant="danger">Remove the app</SubmitButton>
          <ButtonLink to="/account/security" variant="quiet">
            Keep it
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
