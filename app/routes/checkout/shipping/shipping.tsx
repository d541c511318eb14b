// /shipping

import { Link, useLoaderData } from "@remix-run/react"
import { viewCart, viewLines } from "~/domain/cart/view-cart.server"
import { billOfQuote } from "~/domain/pricing/bill"
import { addressFields } from "~/domain/shipping/address-schema.server"
import { statesOf } from "~/domain/shipping/countries.server"
import { telephoneHint } from "~/domain/shipping/delivery-rules"
import { findShipping, offeredCountries, saveShipping } from "~/domain/shipping/shipping.server"
import { buyerForm } from "~/http/doorways/form.server"
import { buyerPage } from "~/http/doorways/page.server"
import { enteredCode } from "~/http/session/entered-code.server"
import { paths } from "~/paths"
import { useFormResult } from "~/ui/form/use-form-result"
import { OrderSummary, summaryLines } from "~/ui/order/order-summary"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { CheckoutSteps } from "../checkout-steps"
import { AddressForm } from "./address-form"
import { SHOW_STATES, STATES_OF } from "./use-states"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Shipping details")

export const loader = buyerPage(async (ctx) => {
  const { shop, actor, cart } = ctx
  const { code } = await enteredCode(ctx)
  const [kept, view] = await Promise.all([findShipping(shop, actor), viewCart(shop, { user: actor, cart }, { code })])
  const { quote } = viewLines(shop, view, { to: kept })
  const { pricing } = shop.settings.current
  const lines = summaryLines(quote.lines)
  const country = kept?.country ?? ""
  return {
    kept,
    guest: actor.kind === "guest" ? { email: actor.email, name: kept ? actor.name : "" } : null,
    countries: offeredCountries(pricing),
    telephoneHint: telephoneHint(pricing),
    states: statesOf(country),
    statesOf: country,
    lines,
    bill: billOfQuote(quote),
  }
})

export const action = buyerForm(
  addressFields,
  async ({ shop, actor, redirect }, address) => {
    await saveShipping(shop, actor, address)
    return redirect("/order/confirm")
  },
  { refusalData: statesOfTyped, refreshButton: asksForStates },
)

/** Enter clicks the form's first button, which is this one, and means *Continue* if the states are already there. */
function asksForStates(sent: FormData): boolean {
  return sent.has(SHOW_STATES) && sent.get("country") !== sent.get(STATES_OF)
}

function statesOfTyped(sent: FormData) {
  const country = String(sent.get("country") ?? "")
  return { states: statesOf(country), statesOf: country }
}

export default function Shipping() {
  const { kept, guest, countries, telephoneHint, lines, bill, ...loaded } = useLoaderData<typeof loader>()
  const sent = useFormResult<typeof action>()
  const { states = loaded.states, statesOf = loaded.statesOf } = sent ?? {}
  return (
    <div className={lines.length > 0 ? "page" : "page page-narrow"}>
      <CheckoutSteps current={1} />
      <PageHeading title="Shipping details" lead={guest && <GuestLead email={guest.email} />} />
      <div className={lines.length > 0 ? "with-summary" : undefined}>
        <AddressForm
          saved={kept}
          guest={guest}
          countries={countries}
          telephoneHint={telephoneHint}
          loadedStates={{ states, statesOf }}
        />
        {lines.length > 0 && <OrderSummary lines={lines} bill={bill} />}
      </div>
    </div>
  )
}

function GuestLead({ email }: { email: string }) {
  return (
    <>
      We will write to {email}. <Link to={paths.login({ redirect: "/shipping" })}>Change</Link>
    </>
  )
}
