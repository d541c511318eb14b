// /order/confirm

import { Link, useLoaderData } from "@remix-run/react"
import { HOLD_MINUTES, holdMinutesOf } from "~/domain/checkout/checkout"
import { ConfirmedOffer } from "~/domain/checkout/offer/confirm-order-schema"
import { prepareConfirmation } from "~/domain/checkout/offer/confirmation.server"
import type { Offer } from "~/domain/checkout/offer/offer.server"
import { findUsualPayment } from "~/domain/checkout/offer/usual-payment.server"
import { confirmOrder } from "~/domain/checkout/settlement/free-order.server"
import { longDay } from "~/domain/days/calendar"
import { todayOf } from "~/domain/days/shop-days.server"
import { noteOfDiscounts } from "~/domain/discounts/discounted-quote"
import { withdrawalLawAt } from "~/domain/law/consumer-law"
import { billLines } from "~/domain/pricing/bill"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { type PaymentMethod, transferDaysOf } from "~/domain/settings/payment-methods"
import { type DutyNote, dutyNotesFor } from "~/domain/shipping/customs/duty-notes"
import { promisedDates } from "~/domain/shipping/promised-dates.server"
import { viewAddress } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { buyerForm } from "~/http/doorways/form.server"
import { buyerPage } from "~/http/doorways/page.server"
import { enteredCode } from "~/http/session/entered-code.server"
import { DiscountCode } from "~/routes/storefront/cart/discount-code"
import { PostForm } from "~/ui/form/post-form"
import { Refusal } from "~/ui/form/refusal"
import { SubmitButton } from "~/ui/form/submit-button"
import { Notice } from "~/ui/notice"
import { Address } from "~/ui/order/address"
import { LegalGuarantee } from "~/ui/order/legal-guarantee"
import { OrderLines } from "~/ui/order/order-lines"
import { OrderSummary } from "~/ui/order/order-summary"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { redirectAfterPayment, toMissingStep } from "./checkout-redirects.server"
import { CheckoutSteps } from "./checkout-steps"
import { MethodChoice, type MethodView } from "./method-choice"
import { PaymentChoice } from "./payment-choice"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Confirm your order")

/** The page is loaded again after a refusal too, because what was refused has changed. */
export const shouldRevalidate = () => true

export const loader = buyerPage(
  async (ctx) => {
    const chosen = (name: string) => ctx.url.searchParams.get(name)?.slice(0, 64) ?? null
    const { code, untried } = await enteredCode(ctx)
    const payment = chosen("payment") ?? (await findUsualPayment(ctx.shop, ctx.actor))
    const choice = { code, method: chosen("method"), payment }
    const confirmation = await prepareConfirmation(ctx.shop, ctx.actor, ctx.cart, choice)
    const { cart, shippingInfo, shippingMethod, snapshot, payments, paymentMethod } = confirmation
    return {
      lines: cart.quote.lines,
      leftOut: cart.lines.filter((line) => line.unavailability !== null).map((line) => line.name),
      bill: billLines(cart.quote),
      isFree: cart.quote.totals.total === 0,
      guarantee: legalGuaranteeOf(ctx.shop.settings.current),
      hasRightToWithdraw: withdrawalLawAt(ctx.shop.settings.current, shippingInfo.country) !== null,
      discount: { code, untried, refusal: cart.codeRefusal, note: noteOfDiscounts(cart.quote) },
      methods: cart.quote.shipping.methods.map(({ days, ...method }): MethodView => {
        return { ...method, dates: promisedDates(ctx.shop, { ...method, days }, shippingInfo) }
      }),
      method: shippingMethod?.id ?? "",
      payments,
      paymentMethod,
      transferDays: transferDaysOf(ctx.shop.settings.current),
      snapshot,
      name: ctx.actor.name,
      address: viewAddress(shippingInfo),
      duties: shippingMethod?.pickup ? [] : dutyNotesOf(ctx.shop, confirmation),
    }
  },
  { refused: toMissingStep },
)

function dutyNotesOf(shop: Shop, { totals, shippingInfo }: Pick<Offer, "totals" | "shippingInfo">) {
  const value = totals.subTotal - totals.discount
  return dutyNotesFor(shop.settings.current, { to: shippingInfo, value, today: todayOf(shop) })
}

export const action = buyerForm(
  ConfirmedOffer,
  async (ctx, confirmed) => {
    const { shop, actor, cart, context, toast, redirect } = ctx
    const { code } = await enteredCode(ctx)
    const outcome = await confirmOrder(shop, actor, cart, confirmed, context.clientAddress, code)
    if (outcome.kind === "ordered") return redirectAfterPayment(ctx, outcome)
    const minutes = holdMinutesOf(outcome.checkout)
    if (minutes < HOLD_MINUTES) {
      toast({
        type: "info",
        message: `These are the last units of many products, so we reserve them for only ${minutes} minutes.`,
      })
    }
    return redirect("/process/payment")
  },
  { refused: toMissingStep, draft: "reason" },
)

export default function Confirm() {
  const {
    lines,
    leftOut,
    bill,
    guarantee,
    hasRightToWithdraw,
    isFree,
    discount,
    methods,
    method,
    payments,
    paymentMethod,
    transferDays,
    snapshot,
    name,
    address,
    duties,
  } = useLoaderData<typeof loader>()
  const isChoice = payments.length > 1
  const isCollected = methods.some(({ id, pickup }) => id === method && pickup)
  return (
    <div className="page">
      <CheckoutSteps current={2} />
      <PageHeading title="Confirm your order" />
      <Refusal id="confirm" />
      {leftOut.length > 0 && (
        <Notice tone="bad" title="Not part of this order">
          {leftOut.join(", ")} cannot be bought at the moment. <Link to="/cart">Change your cart</Link>
        </Notice>
      )}
      <div className="with-summary">
        <div className="stack-l stack">
          <section className="stack" aria-labelledby="ship-to">
            <div className="section-head">
              <h2 id="ship-to">{isCollected ? "Your address" : "Ship to"}</h2>
              <Link to="/shipping">Change address</Link>
            </div>
            <Address name={name} address={address} />
            <DutyNotes notes={duties} />
          </section>
          <MethodChoice methods={methods} chosen={method} payment={isChoice ? paymentMethod : null} />
          <PaymentChoice payments={payments} chosen={paymentMethod} method={method} transferDays={transferDays} />
          <section className="stack" aria-labelledby="items">
            <div className="section-head">
              <h2 id="items">Items</h2>
              <Link to="/cart">Change cart</Link>
            </div>
            <OrderLines lines={lines} />
          </section>
          <DiscountCode {...discount} back="/order/confirm" />
        </div>
        <OrderSummary bill={bill}>
          <PostForm tool={null}>
            <input type="hidden" name="method" value={method} />
            {isChoice && <input type="hidden" name="payment" value={paymentMethod} />}
            <input type="hidden" name="snapshot.digest" value={snapshot.digest} />
            <input type="hidden" name="snapshot.charges" value={snapshot.charges} />
            <input type="hidden" name="snapshot.terms" value={snapshot.terms} />
            {snapshot.lines.map((line) => (
              <input key={line} type="hidden" name="snapshot.lines" value={line} />
            ))}
            <SubmitButton wide>{isFree ? "Place order" : submitLabels[paymentMethod]}</SubmitButton>
          </PostForm>
          {(isFree || paymentMethod === "online") && (
            <p className="muted">
              {isFree ? "There is nothing to pay." : "We reserve your items for 15 minutes when you proceed."}
            </p>
          )}
          {hasRightToWithdraw && (
            <p className="muted">
              Our <Link to="/terms">terms</Link> and <Link to="/shipping-and-returns">shipping and returns</Link> apply.
              You may withdraw for 14 days after the delivery: <Link to="/withdraw">instructions and form</Link>.
              Products that are exempt say so.
            </p>
          )}
          <LegalGuarantee of={guarantee} />
        </OrderSummary>
      </div>
    </div>
  )
}

/** A button that places an order says that it must be paid. */
const submitLabels: Record<PaymentMethod, string> = {
  online: "Proceed to payment",
  transfer: "Order and pay by bank transfer",
  collection: "Order and pay on collection",
  delivery: "Order and pay on delivery",
}

function DutyNotes({ notes }: { notes: readonly DutyNote[] }) {
  if (notes.length === 0) return null
  return (
    <Notice tone="neutral" title="Customs duty">
      {notes.map(({ sentence, source, since }) => (
        <p key={`${since} ${source} ${sentence}`}>
          {sentence}{" "}
          <small className="muted">
            Since {longDay(since)}: <DutySource source={source} />
          </small>
        </p>
      ))}
    </Notice>
  )
}

function DutySource({ source }: { source: string }) {
  if (!source.startsWith("https://") || !URL.canParse(source)) return source
  return (
    <a href={source} rel="noreferrer">
      {new URL(source).hostname}
    </a>
  )
}
