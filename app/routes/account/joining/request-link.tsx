// /orders/join
import { useLoaderData } from "@remix-run/react"
import { requestOrderClaim } from "~/domain/orders/send-order-claim.server"
import { memberForm, noFields } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { LinkRequest } from "~/ui/form/link-request"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Orders without an account")

export const loader = memberPage(({ actor, url, context }) => ({
  email: actor.email,
  sent: url.searchParams.has("sent"),
  mailPage: context.mailPage,
}))

export const action = memberForm(noFields, async ({ shop, actor, redirectWithSuccess }) => {
  await requestOrderClaim(shop, actor)
  return redirectWithSuccess("/orders/join?sent", `Email sent to ${actor.email}`)
})

export default function RequestLink() {
  const { email, ...data } = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      {...data}
      id="join"
      title="Orders without an account"
      lead={`You can add orders made with ${email} without signing in to your account. We send a link to this address to check that it is yours.`}
      terms="If there are orders with this email, the link is on its way. It works once, for an hour."
      autoComplete={null}
      back={{ to: "/orders", label: "Back to your orders" }}
    />
  )
}
