// /invitation/register
import { useLoaderData } from "@remix-run/react"
import { InvitedRegistration } from "~/domain/accounts/account"
import { isMember } from "~/domain/accounts/actor"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { signInTo } from "~/http/session/sign-in.server"
import { ButtonLink } from "~/ui/button"
import { NewPasswordField, PasswordManagerUsername } from "~/ui/form/password-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { ExpiredLink } from "~/ui/shell/expired-link"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"

export const meta = title("Invitation")

/** The page is the same for every address, with or without an account. */
export const loader = page(async ({ shop, request, context, user, redirect }) => {
  const { findInvitation } = await import("~/domain/staff/accept-invitation.server")
  const { email, role, invitedBy } = await findInvitation(shop, await context.invitationCookie.read(request))
  if (isMember(user)) return redirect("/invitation/accept")
  return { email, role: role.name, invitedBy: invitedBy.name, shopName: shop.identity.name }
})

export const action = form(InvitedRegistration, async (ctx, registration) => {
  const { invitationCookie, clientAddress: address } = ctx.context
  const token = await invitationCookie.read(ctx.request)
  const { registerInvited } = await import("~/domain/staff/accept-invitation.server")
  const credentials = await registerInvited(ctx.shop, ctx.user, { ...registration, token, address })
  ctx.setCookie(await invitationCookie.write(null))
  return signInTo(ctx, credentials, "/admin")
})

export default function InvitationPage() {
  const { email, role, invitedBy, shopName } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<InvitedRegistration>({ id: "invitation" })
  return (
    <CardPage title={`Work at ${shopName}`} lead={`${invitedBy} invites ${email} to work here as ${role}.`}>
      <h2>If you have an account</h2>
      <p>If you have shopped here with this address, sign in with your own password to accept.</p>
      <ButtonLink to="/invitation/accept" variant="secondary" wide>
        Sign in
      </ButtonLink>
      <h2>Without an account</h2>
      <ShopForm tool={null} form={form}>
        <PasswordManagerUsername email={email} />
        <TextField of={fields.name} label="Name" autoComplete="name" maxLength={100} required />
        <NewPasswordField of={fields.password} label="Password" />
        <SubmitButton wide>Accept</SubmitButton>
      </ShopForm>
    </CardPage>
  )
}

export function ErrorBoundary() {
  return (
    <ExpiredLink
      title="This invitation has ended"
      lead="An invitation works once, within a week, unless it is renewed or revoked. Please ask the person who invited you for a new one."
    >
      <ButtonLink to="/" wide>
        To the shop
      </ButtonLink>
    </ExpiredLink>
  )
}
