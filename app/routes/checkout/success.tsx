// /success
import { useLoaderData } from "@remix-run/react"
import { GuestRegistration } from "~/domain/accounts/account"
import { registerGuest } from "~/domain/accounts/registration/register.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { paymentCodeOf } from "~/domain/orders/receiving/payment-code.server"
import { paymentRequestOf } from "~/domain/orders/receiving/payment-request.server"
import { findRecentOrder } from "~/domain/orders/recent-order.server"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { buyerForm } from "~/http/doorways/form.server"
import { buyerPage } from "~/http/doorways/page.server"
import { signIn } from "~/http/session/sign-in.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { GuestAccount } from "~/ui/order/guest-account"
import { LegalGuarantee } from "~/ui/order/legal-guarantee"
import { PaymentCodePicture } from "~/ui/order/payment-code"
import { PaymentRequestNotice } from "~/ui/order/payment-request"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Thank you")

export const loader = buyerPage(async ({ shop, actor, url, redirect }) => {
  const order = await findRecentOrder(shop, actor, url.searchParams.get("order"))
  const isGuest = actor.kind === "guest"
  if (order === null) return redirect(isGuest ? "/" : "/orders")
  const guarantee = legalGuaranteeOf(shop.settings.current)
  const unpaid = order.isAwaiting ? await findOrder(shop, actor, order.id) : null
  const request = unpaid && paymentRequestOf(shop, unpaid)
  const code = unpaid && (await paymentCodeOf(shop, request, unpaid))
  return { id: order.id, name: orderName(order.number), email: actor.email, isGuest, guarantee, request, code }
})

export const action = buyerForm(
  GuestRegistration,
  async (ctx, { password }) => {
    const { shop, actor, context } = ctx
    if (actor.kind === "guest") await signIn(ctx, await registerGuest(shop, actor, password, context.clientAddress))
    return ctx.redirectWithSuccess("/orders", "Your account is ready")
  },
  {
    refused: (error, { toast, redirect }) => {
      if (error.field !== "email") return null
      toast({ type: "error", message: `${error.message}. Sign in to it: your orders can join it there.` })
      return redirect(paths.login({ redirect: "/orders" }))
    },
  },
)

export default function Success() {
  const { id, name, email, isGuest, guarantee, request, code } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow success">
      <Icon name="check" />
      <h1>Your Order has been Placed successfully</h1>
      <p className="lead">
        We are sending a confirmation to {email}
        {isGuest && ", with a link to your order"}
        {request?.transfer ? "." : `${isGuest ? "," : ""} and pack your order next.`}
      </p>
      {request && (
        <div className="form">
          <PaymentRequestNotice request={request}>
            <PaymentCodePicture code={code} />
          </PaymentRequestNotice>
        </div>
      )}
      <div className="cluster">
        {!isGuest && <ButtonLink to="/orders">View your orders</ButtonLink>}
        <ButtonLink to={paths.order(id)} variant={isGuest ? "primary" : "secondary"} icon="receipt">
          Order {name}
        </ButtonLink>
      </div>
      <LegalGuarantee of={guarantee} />
      {isGuest && <GuestAccount email={email} orderId={id} />}
    </div>
  )
}
