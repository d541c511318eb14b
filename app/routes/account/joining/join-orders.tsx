// /orders/joining
import { useLoaderData } from "@remix-run/react"
import { checkOrderClaim } from "~/domain/accounts/guests/order-claims.server"
import { joinGuestOrders } from "~/domain/checkout/join-guest-orders.server"
import { pluralize } from "~/domain/text/pluralize"
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

export const meta = title("Orders without an account")

export const loader = memberPage(async ({ shop, actor, request, context }) => {
  await checkOrderClaim(shop, actor, await context.orderClaimCookie.read(request))
  return { email: actor.email }
})

export const action = memberForm(noFields, async (ctx) => {
  const { orderClaimCookie } = ctx.context
  const orders = await joinGuestOrders(ctx.shop, ctx.actor, await orderClaimCookie.read(ctx.request), ctx.session)
  ctx.setCookie(await orderClaimCookie.write(null))
  return ctx.redirectWithSuccess("/orders", `${pluralize(orders, "order")} added to your account`)
})

export default function JoinOrders() {
  const { email } = useLoaderData<typeof loader>()
  const [form] = useShopForm({ id: "joining" })
  return (
    <CardPage
      title="Add orders to your account"
      lead={`Orders made with ${email} without signing in become part of this account. Links in earlier emails stop working.`}
    >
      <ShopForm tool={null} form={form}>
        <SubmitButton wide>Add orders</SubmitButton>
      </ShopForm>
    </CardPage>
  )
}

export function ErrorBoundary() {
  return (
    <ExpiredLink lead="It works once, for one hour, and only for the account that requested it.">
      <ButtonLink to="/orders" wide>
        My Orders
      </ButtonLink>
      <ButtonLink to="/orders/join" variant="secondary" wide>
        Send a new link
      </ButtonLink>
    </ExpiredLink>
  )
}
