// /order/links
import { Link, useLoaderData } from "@remix-run/react"
import { GuestForm } from "~/domain/accounts/account"
import { LINK_DAYS } from "~/domain/orders/order"
import { requestOrderLinks } from "~/domain/orders/send-order-links.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Links to your orders")

export const loader = page(({ url, context }) => ({ sent: url.searchParams.has("sent"), mailPage: context.mailPage }))

export const action = form(GuestForm, async ({ shop, context, redirectWithSuccess }, { email }) => {
  await requestOrderLinks(shop, email, context.clientAddress)
  return redirectWithSuccess("/order/links?sent", `Email sent to ${email}`)
})

export default function OrderLinks() {
  const { sent, mailPage } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ email: string }>({ id: "order-links" })
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading
          title="Links to your orders"
          lead="For what you ordered without an account: we send the links to the address that you ordered with."
        />
        {sent && <Sent mailPage={mailPage} />}
        <ShopForm form={form}>
          <TextField of={fields.email} label="Email" type="email" autoComplete="email" spellCheck={false} required />
          <SubmitButton wide variant={sent ? "secondary" : "primary"}>
            Send my links
          </SubmitButton>
        </ShopForm>
      </div>
    </div>
  )
}

function Sent({ mailPage }: { mailPage: boolean }) {
  return (
    <Notice tone="good" title="Check your inbox">
      <p>
        If there are orders with this email, their links are on their way. A link works until {LINK_DAYS} days after its
        order is over.
      </p>
      {mailPage && (
        <p>
          This shop does not send real emails: <Link to="/dev/mail">read it here</Link>.
        </p>
      )}
    </Notice>
  )
}
