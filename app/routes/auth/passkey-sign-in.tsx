// /login/passkey
import { Link, useLoaderData } from "@remix-run/react"
import { startAuthentication } from "@simplewebauthn/browser"
import { isMember } from "~/domain/accounts/actor"
import { PasskeyForm } from "~/domain/factors/passkeys/passkey-form"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { redirectTarget } from "~/http/request/request-path"
import { asDocument, signIn } from "~/http/session/sign-in.server"
import { paths } from "~/paths"
import { PasskeyButton } from "~/ui/form/factors/passkey-button"
import { ShopForm } from "~/ui/form/shop-form"
import { useShopForm } from "~/ui/form/use-shop-form"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"
export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Use a passkey")

const proof = () => import("~/domain/factors/passkeys/prove-by-passkey.server")

export const loader = page(async ({ shop, context, user, url, setCookie }) => {
  const { openPasskeyProof } = await proof()
  const { challenge, options } = await openPasskeyProof(shop, context.clientAddress)
  setCookie(await context.passkeyCookie.write(challenge))
  return { options, target: redirectTarget(url), isSignedIn: isMember(user) }
})

/** For a signed-in person it renews the proof. */
export const action = form(PasskeyForm, async (ctx, { credential }) => {
  const { shop, context, request, user, setCookie } = ctx
  const challenge = await context.passkeyCookie.read(request)
  const { proveByPasskey } = await proof()
  await signIn(ctx, await proveByPasskey(shop, challenge, credential, isMember(user) ? user : null))
  for (const cookie of [context.passkeyCookie, context.secondStepCookie]) setCookie(await cookie.write(null))
  return asDocument(ctx.redirect(redirectTarget(ctx.url)))
})

export default function PasskeySignIn() {
  const { options, target, isSignedIn } = useLoaderData<typeof loader>()
  const [form] = useShopForm({ id: "passkey" })
  return (
    <CardPage
      title="Use a passkey"
      lead={`Your device asks for your fingerprint, your face or its PIN, and ${isSignedIn ? "confirms that it is you" : "signs you in"}.`}
    >
      <ShopForm tool={null} form={form}>
        <PasskeyButton ask={() => startAuthentication({ optionsJSON: options })}>Continue</PasskeyButton>
        <p className="auth-aside">
          <Link to={(isSignedIn ? paths.confirmIdentity : paths.login)({ redirect: target })} reloadDocument>
            Use your password instead
          </Link>
        </p>
      </ShopForm>
    </CardPage>
  )
}
