// /invitation/accept

import { useLoaderData } from "@remix-run/react"
import { isInvited } from "~/domain/staff/invitation"
import { memberForm, noFields } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { Button } from "~/ui/button"
import { PostForm } from "~/ui/form/post-form"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { CardPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/no-store-headers"
export { ErrorBoundary } from "./invitation"

export const meta = title("Invitation")

export const loader = memberPage(async ({ shop, request, context, actor }) => {
  const { findInvitation } = await import("~/domain/staff/accept-invitation.server")
  const invitation = await findInvitation(shop, await context.invitationCookie.read(request))
  const { email, role, invitedBy } = invitation
  const facts = { email, role: role.name, invitedBy: invitedBy.name, shopName: shop.identity.name }
  return { ...facts, own: actor.email, isOwn: isInvited(invitation, actor) }
})

/** An old sign-in must be confirmed again. */
export const action = memberForm(
  noFields,
  async (ctx) => {
    const { invitationCookie } = ctx.context
    const token = await invitationCookie.read(ctx.request)
    const { acceptInvitation } = await import("~/domain/staff/accept-invitation.server")
    const role = await acceptInvitation(ctx.shop, ctx.actor, token, ctx.session)
    ctx.setCookie(await invitationCookie.write(null))
    return ctx.redirectWithSuccess("/admin", `You now work here as ${role.name}`)
  },
  { proof: "invitation.accept" },
)

export default function AcceptInvitation() {
  const { email, role, invitedBy, shopName, own, isOwn } = useLoaderData<typeof loader>()
  const [form] = useShopForm({ id: "accept" })
  return (
    <CardPage title={`Work at ${shopName}`} lead={`${invitedBy} invites ${email} to work here as ${role}.`}>
      {isOwn ? (
        <ShopForm tool={null} form={form}>
          <p>You will be signed out on all other devices.</p>
          <SubmitButton wide>Accept</SubmitButton>
        </ShopForm>
      ) : (
        <>
          <Notice tone="bad" title="This invitation is for someone else">
            <p>
              You are signed in as {own}, and it is for {email}. If both are you, sign out and open its link again.
            </p>
          </Notice>
          <PostForm tool={null} action="/logout">
            <Button variant="secondary">Log out</Button>
          </PostForm>
        </>
      )}
    </CardPage>
  )
}
