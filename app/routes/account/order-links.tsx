// /order/links
import { useLoaderData } from "@remix-run/react"
import { GuestForm } from "~/domain/accounts/account"
import { LINK_DAYS } from "~/domain/orders/order"
import { requestOrderLinks } from "~/domain/orders/send-order-links.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { LinkRequest } from "~/ui/form/link-request"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Links to your orders")

export const loader = page(({ url, context }) => ({ sent: url.searchParams.has("sent"), mailPage: context.mailPage }))

export const action = form(GuestForm, async ({ shop, context, redirectWithSuccess }, { email }) => {
  await requestOrderLinks(shop, email, context.clientAddress)
  return redirectWithSuccess("/order/links?sent", `Email sent to ${email}`)
})

export default function OrderLinks() {
  return (
    <LinkRequest
      {...useLoaderData<typeof loader>()}
      id="order-links"
      title="Links to your orders"
      lead="For orders made without an account: we send the links to the email address of your orders."
      terms={`If there are orders with this email, their links are on their way. A link works until ${LINK_DAYS} days after its order is completed.`}
      autoComplete="email"
      buttons={{ first: "Send my links", again: "Send my links" }}
    />
  )
}
