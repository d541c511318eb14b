// /account/confirm
import { useLoaderData } from "@remix-run/react"
import { IdentityConfirmation } from "~/domain/accounts/account"
import { confirmIdentity } from "~/domain/accounts/factors/confirm-identity.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { localPath } from "~/http/request-path"
import { codeOrigin, signInTo } from "~/http/session/sign-in.server"
import { ButtonLink } from "~/ui/button"
import { CodeField } from "~/ui/form/code-field"
import { PasswordField } from "~/ui/form/password-field"
import { PasswordManagerUsername } from "~/ui/form/password-manager-username"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Confirm that it is you")

export const loader = memberPage(({ actor, session }) => ({
  email: actor.email,
  needsCode: session?.hasSecondFactor ?? false,
}))

/** Starts a new session, so that a copy of the old cookie proves nothing. */
export const action = memberForm(IdentityConfirmation, async (ctx, confirmation) => {
  const { shop, actor, session, url } = ctx
  const credentials = await confirmIdentity(shop, actor, confirmation, { session, origin: await codeOrigin(ctx) })
  return signInTo(ctx, credentials, localPath(url.searchParams.get("redirect"), "/account/security"))
})

export default function ConfirmIdentity() {
  const { email, needsCode } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<IdentityConfirmation>({ id: "identity" })
  return (
    <div className="page page-narrow">
      <PageHeading
        title="Confirm that it is you"
        lead="You signed in more than a quarter of an hour ago. This protects your account if somebody else is at your device."
      />
      <ShopForm form={form}>
        <PasswordManagerUsername email={email} />
        <PasswordField of={fields.password} label="Your password" autoComplete="current-password" required />
        {needsCode && <CodeField of={fields.code} />}
        <div className="cluster">
          <SubmitButton>Continue</SubmitButton>
          <ButtonLink to="/account" variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </ShopForm>
    </div>
  )
}
