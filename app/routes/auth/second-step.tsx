// /login/second-step
import { Link, useLoaderData } from "@remix-run/react"
import { SecondStepForm } from "~/domain/accounts/account"
import { FEW_CODES, TRUST_DAYS } from "~/domain/accounts/factor"
import { findPendingSignIn, SECOND_STEP_MINUTES } from "~/domain/accounts/sessions/pending-sign-ins.server"
import { countRecoveryCodes } from "~/domain/factors/recovery-codes.server"
import { findSecondFactors } from "~/domain/factors/second-factors.server"
import { finishSecondStep } from "~/domain/factors/second-step.server"
import { pluralize } from "~/domain/text/pluralize"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { redirectTarget } from "~/http/request/request-path"
import { codeOrigin, signIn, trustBrowser } from "~/http/session/sign-in.server"
import { paths } from "~/paths"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { CodeField } from "~/ui/form/factors/code-field"
import { PasskeyLink } from "~/ui/form/factors/passkey-link"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Second step")

export const loader = page(async ({ shop, request, context, url, redirect }) => {
  const pending = await findPendingSignIn(shop, await context.secondStepCookie.read(request))
  if (!pending) return redirect(paths.login({ redirect: redirectTarget(url) }))
  const { appSince, passkeys } = await findSecondFactors(shop, { id: pending.userId })
  return {
    target: redirectTarget(url),
    hasApp: appSince !== null,
    hasPasskeys: passkeys.length > 0,
    offersTrust: shop.settings.current.trustedDevices === "on",
  }
})

export const action = form(
  SecondStepForm,
  async (ctx, { code, trust }) => {
    const { shop, context, request } = ctx
    const token = await context.secondStepCookie.read(request)
    const credentials = await finishSecondStep(shop, token, code, await codeOrigin(ctx))
    const user = await signIn(ctx, credentials)
    if (trust === "on") await trustBrowser(ctx, credentials)
    ctx.setCookie(await context.secondStepCookie.write(null))
    const left = await countRecoveryCodes(shop, user.id)
    if (left <= FEW_CODES) {
      const message = `You have ${pluralize(left, "recovery code")} left. Create new ones under Security in your account.`
      ctx.toast({ type: "info", message })
    }
    return ctx.redirect(redirectTarget(ctx.url))
  },
  {
    refused: (error, ctx) => {
      if (error.kind !== "unauthenticated") return null
      const message = `Please sign in again: the second step works for ${SECOND_STEP_MINUTES} minutes.`
      ctx.toast({ type: "error", message })
      return ctx.redirect(paths.login({ redirect: redirectTarget(ctx.url) }))
    },
  },
)

export default function SecondStep() {
  const { target, hasApp, hasPasskeys, offersTrust } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ code: string; trust: string }>({ id: "second-step" })
  return (
    <CardPage title="Second step" lead="Your account has a second factor. Use it to confirm that it is you.">
      <ShopForm tool={null} form={form}>
        <CodeField of={fields.code} hasApp={hasApp} />
        {offersTrust && (
          <CheckboxField
            of={fields.trust}
            label={`Trust this device for ${TRUST_DAYS} days`}
            hint="You then need only your password on it. Do not trust a shared device."
            required={false}
          />
        )}
        <SubmitButton wide>Login</SubmitButton>
        {hasPasskeys && <PasskeyLink redirect={target}>Use a passkey</PasskeyLink>}
        <p className="auth-aside">
          <Link to="/login">Back to login</Link>
        </p>
      </ShopForm>
    </CardPage>
  )
}
