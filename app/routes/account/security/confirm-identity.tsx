// /account/confirm
import { useLoaderData } from "@remix-run/react"
import { IdentityConfirmation } from "~/domain/accounts/account"
import { confirmIdentity } from "~/domain/factors/confirm-identity.server"
import { findSecondFactors } from "~/domain/factors/second-factors.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { redirectTarget } from "~/http/request/request-path"
import { asDocument, codeOrigin, signInTo } from "~/http/session/sign-in.server"
import { CodeField } from "~/ui/form/factors/code-field"
import { PasskeyLink } from "~/ui/form/factors/passkey-link"
import { PasswordField, PasswordManagerUsername } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Confirm that it is you")

export const loader = memberPage(
  async ({ shop, actor, session, url }) => {
    const { appSince, passkeys } = await findSecondFactors(shop, actor)
    return {
      email: actor.email,
      target: redirectTarget(url, "/account/security"),
      needsCode: session?.hasSecondFactor ?? false,
      hasApp: appSince !== null,
      hasPasskeys: passkeys.length > 0,
    }
  },
  { forSetUp: true },
)

/** Starts a new session, so that a copy of the old cookie has no recent proof. */
export const action = memberForm(
  IdentityConfirmation,
  async (ctx, confirmation) => {
    const { shop, actor, session, url } = ctx
    const credentials = await confirmIdentity(shop, actor, confirmation, { session, origin: await codeOrigin(ctx) })
    return asDocument(await signInTo(ctx, credentials, redirectTarget(url, "/account/security")))
  },
  { forSetUp: true, draft: "none" },
)

export default function ConfirmIdentity() {
  const { email, target, needsCode, hasApp, hasPasskeys } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<IdentityConfirmation>({ id: "identity" })
  return (
    <NarrowPage title="Confirm that it is you" lead="This protects your account if someone else uses your device.">
      <ShopForm tool={null} form={form}>
        {hasPasskeys && <PasskeyLink redirect={target}>Use a passkey</PasskeyLink>}
        <PasswordManagerUsername email={email} />
        <PasswordField of={fields.password} label="Your password" autoComplete="current-password" required />
        {needsCode && <CodeField of={fields.code} hasApp={hasApp} />}
        <SubmitOrCancel cancel="/account">Continue</SubmitOrCancel>
      </ShopForm>
    </NarrowPage>
  )
}
