// /account/security/passkeys/new
import { useLoaderData } from "@remix-run/react"
import { startRegistration } from "@simplewebauthn/browser"
import { deviceName } from "~/domain/accounts/sessions/device-name"
import { NewPasskeyForm } from "~/domain/factors/passkeys/passkey-form"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { signInWithNewFactor } from "~/http/session/recovery-codes.server"
import { ButtonLink } from "~/ui/button"
import { PasskeyButton } from "~/ui/form/factors/passkey-button"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"
export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Set up a passkey")

const setup = () => import("~/domain/factors/passkeys/add-passkey.server")

export const loader = memberPage(
  async ({ shop, actor, context, request, setCookie, redirect }) => {
    if (!actor.isVerified) return redirect("/account/email")
    const { openPasskeySetup } = await setup()
    const { challenge, options } = await openPasskeySetup(shop, actor, context.clientAddress)
    setCookie(await context.newPasskeyCookie.write(challenge))
    return { options, name: deviceName(request.headers.get("User-Agent") ?? "") }
  },
  { proof: "factors.change", forSetUp: true },
)

export const action = memberForm(
  NewPasskeyForm,
  async (ctx, passkey) => {
    const { newPasskeyCookie } = ctx.context
    const challenge = await newPasskeyCookie.read(ctx.request)
    const { addPasskey } = await setup()
    const path = await signInWithNewFactor(ctx, await addPasskey(ctx.shop, ctx.actor, challenge, passkey))
    ctx.setCookie(await newPasskeyCookie.write(null))
    return ctx.redirectWithSuccess(path, "The passkey is set up")
  },
  { proof: "factors.change", forSetUp: true, draft: "none" },
)

export default function AddPasskey() {
  const { options, name } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<NewPasskeyForm>({ id: "new-passkey", defaultValue: { name } })
  return (
    <NarrowPage
      title="Set up a passkey"
      lead="Sign in with your fingerprint, your face or your device’s PIN instead of your password and a code."
    >
      <ShopForm tool={null} form={form}>
        <TextField of={fields.name} label="Name" hint="To recognise it in your list" required />
        <PasskeyButton ask={() => startRegistration({ optionsJSON: options })}>Set up</PasskeyButton>
        <div>
          <ButtonLink to="/account/security" variant="quiet" reloadDocument>
            Cancel
          </ButtonLink>
        </div>
      </ShopForm>
    </NarrowPage>
  )
}
