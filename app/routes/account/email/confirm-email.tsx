// /account/email/confirm
import { useLoaderData } from "@remix-run/react"
import { memberForm, noFields } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { ButtonLink } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { ExpiredLink } from "~/ui/shell/expired-link"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Confirm your email")

const verification = () => import("~/domain/accounts/verification/verify-email.server")

export const loader = memberPage(
  async ({ shop, actor, request, context, redirect }) => {
    if (actor.isVerified) return redirect("/account/security")
    const { checkVerificationLink } = await verification()
    await checkVerificationLink(shop, actor, await context.verificationCookie.read(request))
    return { email: actor.email }
  },
  { forSetUp: true },
)

export const action = memberForm(
  noFields,
  async ({ shop, actor, session, request, context, setCookie, redirectWithSuccess }) => {
    const { verificationCookie } = context
    const { verifyEmail } = await verification()
    const { isNewStaff } = await verifyEmail(shop, actor, await verificationCookie.read(request), session)
    setCookie(await verificationCookie.write(null))
    if (isNewStaff) return redirectWithSuccess("/admin", "Your email is confirmed. You are now an Owner of this shop")
    return redirectWithSuccess("/account/security", "Your email is confirmed")
  },
  { forSetUp: true },
)

export default function ConfirmEmail() {
  const { email } = useLoaderData<typeof loader>()
  const [form] = useShopForm({ id: "confirm-email" })
  return (
    <CardPage
      title="Confirm your email"
      lead={`${email} is the address of your account. You will be signed out on all other devices.`}
    >
      <ShopForm tool={null} form={form}>
        <SubmitButton wide>Confirm</SubmitButton>
      </ShopForm>
    </CardPage>
  )
}

export function ErrorBoundary() {
  return (
    <ExpiredLink lead="It works for one day, and only for the account that it was sent to.">
      <ButtonLink to="/account/email" wide>
        Send a new link
      </ButtonLink>
    </ExpiredLink>
  )
}
