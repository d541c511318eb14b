// /shipping
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { viewCart } from "~/domain/cart/cart-lines.server"
import { listCountries, statesOf } from "~/domain/shipping/countries.server"
import { findShipping, saveShipping } from "~/domain/shipping/shipping.server"
import { ShippingForm } from "~/domain/shipping/shipping-info"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { OrderSummary } from "~/ui/order-summary"
import { PageHeading } from "~/ui/page-heading"
import { StepIndicator } from "~/ui/step-indicator"
import { title } from "~/ui/title"
import { AddressForm } from "./address-form"

export const meta = title("Shipping details")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, cart }) => {
    const member = requireMember(user)
    const [kept, { sellable, totals }] = await Promise.all([
      findShipping(shop, member),
      viewCart(shop, { user: member, cart }),
    ])
    const lines = sellable.map(({ product, name, quantity, price }) => {
      return { id: product, name, quantity, amount: price * quantity }
    })
    return { kept, countries: listCountries(), states: kept ? statesOf(kept.country) : [], lines, totals }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    ShippingForm,
    async ({ shop, user, redirect }, address) => {
      await saveShipping(shop, requireMember(user), address)
      return redirect("/order/confirm")
    },
    { guard: requireMember, echo: (sent) => ({ states: statesOf(String(sent.get("country") ?? "")) }) },
  )
}

export default function Shipping() {
  const { kept, countries, states, lines, totals } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={lines.length > 0 ? "page" : "page page-narrow"}>
      <StepIndicator current={1} />
      <PageHeading title="Shipping details" />
      <div className={lines.length > 0 ? "with-summary" : undefined}>
        <AddressForm kept={kept} countries={countries} states={sent?.states ?? states} lastResult={sent} />
        {lines.length > 0 && <OrderSummary lines={lines} totals={totals} />}
      </div>
    </div>
  )
}
