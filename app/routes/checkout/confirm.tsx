// /order/confirm
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { ConfirmForm } from "~/domain/checkout/confirm-form"
import { prepareConfirmation } from "~/domain/checkout/confirmation.server"
import { startCheckout } from "~/domain/checkout/start-checkout.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { stepBack } from "~/http/step-back.server"
import { Address } from "~/ui/address"
import { Button } from "~/ui/button"
import { Refusal } from "~/ui/form/refusal"
import { LineItem } from "~/ui/line-item"
import { Notice } from "~/ui/notice"
import { OrderSummary } from "~/ui/order-summary"
import { PageHeading } from "~/ui/page-heading"
import { Price } from "~/ui/price"
import { StepIndicator } from "~/ui/step-indicator"
import { title } from "~/ui/title"

export const meta = title("Confirm your order")

/** Also after a refusal: what is refused here has changed. */
export const shouldRevalidate = () => true

export function loader(args: LoaderFunctionArgs) {
  return page(args, (scene) =>
    stepBack(scene, async () => {
      const member = requireMember(scene.user)
      const { cart, shippingInfo, mark, seen } = await prepareConfirmation(scene.shop, member, scene.cart)
      const leftOut = cart.lines.filter((line) => line.trouble !== null).map((line) => line.name)
      return {
        lines: cart.sellable,
        leftOut,
        totals: cart.totals,
        mark,
        seen,
        name: member.name,
        address: viewAddress(shippingInfo),
      }
    }),
  )
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    ConfirmForm,
    (scene, confirmed) =>
      stepBack(scene, async () => {
        await startCheckout(scene.shop, requireMember(scene.user), scene.cart, confirmed)
        return scene.redirect("/process/payment")
      }),
    { guard: requireMember },
  )
}

export default function Confirm() {
  const { lines, leftOut, totals, mark, seen, name, address } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const busy = useNavigation().state !== "idle"
  return (
    <div className="page">
      <StepIndicator current={2} />
      <PageHeading title="Confirm your order" />
      <Refusal id="confirm" result={refused} />
      {leftOut.length > 0 && (
        <Notice tone="bad" title="Not part of this order">
          {leftOut.join(", ")} cannot be bought as it stands. <Link to="/cart">Change your cart</Link>
        </Notice>
      )}
      <div className="with-summary">
        <div className="stack-l stack">
          <section className="stack" aria-labelledby="ship-to">
            <div className="section-head">
              <h2 id="ship-to">Ship to</h2>
              <Link to="/shipping">Change address</Link>
            </div>
            <Address name={name} address={address} />
          </section>
          <section className="stack" aria-labelledby="items">
            <div className="section-head">
              <h2 id="items">Items</h2>
              <Link to="/cart">Change cart</Link>
            </div>
            <ul className="line-items">
              {lines.map((line) => (
                <LineItem
                  key={line.product}
                  name={line.name}
                  picture={line.picture}
                  to={`/product/${line.product}`}
                  detail={
                    <>
                      {line.quantity} × <Price cents={line.price} />
                    </>
                  }
                  amount={<Price cents={line.price * line.quantity} />}
                />
              ))}
            </ul>
          </section>
        </div>
        <OrderSummary totals={totals}>
          <Form method="post">
            <input type="hidden" name="mark" value={mark} />
            {seen.map((line) => (
              <input key={line} type="hidden" name="seen" value={line} />
            ))}
            <Button wide busy={busy}>
              Proceed to payment
            </Button>
          </Form>
          <p className="muted">Your items are kept for 15 minutes once you proceed.</p>
        </OrderSummary>
      </div>
    </div>
  )
}
