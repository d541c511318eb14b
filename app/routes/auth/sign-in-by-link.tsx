// /login/by-link
import { useLoaderData } from "@remix-run/react"
import { findLinkOwner } from "~/domain/accounts/passwords/mailed-links.server"
import { takeSignInLink } from "~/domain/accounts/passwords/sign-in-by-link.server"
import { form, noFields } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { signInTo } from "~/http/session/sign-in.server"
import { ButtonLink } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { ExpiredLink } from "~/ui/shell/expired-link"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Sign in by email")

export const loader = page(async ({ shop, request, context }) => {
  const { email } = await findLinkOwner(shop, "sign-in", await context.signInLinkCookie.read(request))
  return { email }
})

export const action = form(noFields, async (ctx) => {
  const { signInLinkCookie } = ctx.context
  const credentials = await takeSignInLink(ctx.shop, await signInLinkCookie.read(ctx.request))
  ctx.setCookie(await signInLinkCookie.write(null))
  return signInTo(ctx, credentials, "/account")
})

export default function SignInByLink() {
  const { email } = useLoaderData<typeof loader>()
  const [form] = useShopForm({ id: "by-link" })
  return (
    <CardPage title="Sign in by email" lead={`Sign in to the account of ${email} on this device.`}>
      <ShopForm tool={null} form={form}>
        <SubmitButton wide>Login</SubmitButton>
      </ShopForm>
    </CardPage>
  )
}

export function ErrorBoundary() {
  return (
    <ExpiredLink lead="It works once, for a few minutes.">
      <ButtonLink to="/login/link" wide>
        Send a new link
      </ButtonLink>
    </ExpiredLink>
  )
}
