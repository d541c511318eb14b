// /cart
import { useActionData, useLoaderData } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { describeUnavailability } from "~/domain/cart/cart-lines.server"
import { CartForm } from "~/domain/cart/cart-schemas"
import { changeCart } from "~/domain/cart/change-cart.server"
import { viewCart } from "~/domain/cart/view-cart.server"
import { noteOfDiscounts } from "~/domain/discounts/discounted-quote"
import { billOfQuote } from "~/domain/pricing/bill"
import { chooseDestination } from "~/domain/shipping/shipping.server"
import { form } from "~/http/doorways/form.server"
import { page } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { enteredCode } from "~/http/session/entered-code.server"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { useToolAttributes } from "~/ui/form/agent-tool"
import { SentField } from "~/ui/form/post-form"
import { Refusal } from "~/ui/form/refusal"
import { EmptyState } from "~/ui/lists/empty-state"
import { Notice } from "~/ui/notice"
import { OrderSummary } from "~/ui/order/order-summary"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"
import { focusIfLeftBehind } from "~/ui/shell/use-focus-on-new-page"
import { CartLineItem, removeButton } from "./cart-line-item"
import { redirectToCart } from "./cart-redirect.server"
import { DeliveryCountry } from "./delivery-country"
import { DiscountCode } from "./discount-code"
import { FreeShipping } from "./free-shipping"
import { removeLine } from "./remove-line.server"
import { useCartForm } from "./use-cart-form"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Cart")

/** The page is loaded again after a refusal too, because the stock has changed. */
export const shouldRevalidate = () => true

export const loader = page(async (ctx) => {
  const { code, untried } = await enteredCode(ctx)
  const { to, ...destination } = chooseDestination(ctx.shop, ctx.url.searchParams.get("country"))
  const { lines, quote, codeRefusal } = await viewCart(ctx.shop, ctx, { code, to })
  const unavailable = lines.filter((line) => line.unavailability !== null).map(describeUnavailability)
  const { missingToFree } = quote.shipping
  const { subTotal } = quote.totals
  const discount = { code, untried, refusal: codeRefusal, note: noteOfDiscounts(quote) }
  const bill = billOfQuote(quote)
  const canBuy = quote.lines.length > 0
  const refusal = canBuy && !quote.shippingMethod ? "We cannot ship this order there" : destination.refusal
  return {
    ...{ lines, troubles: unavailable, bill, discount, canBuy, missingToFree, subTotal },
    destination: { ...destination, refusal, isChosen: to !== null },
  }
})

/** Saves changed quantities, and continues where the shopper is going. */
export const action = form(
  CartForm,
  async (ctx, { removed, changes, isCheckout }) => {
    if (removed) return removeLine(ctx, removed, changes)
    ctx.updateSessionCookie({ cart: await changeCart(ctx.shop, ctx, changes) })
    return isCheckout ? ctx.redirect("/shipping") : redirectToCart(ctx, "Cart updated")
  },
  { refused: (error, ctx) => (removesLine(ctx.formData) ? asToast("/cart")(error, ctx) : null) },
)

function removesLine(sent: FormData): boolean {
  return [...sent.keys()].some((name) => name.startsWith(removeButton("")))
}

export default function CartPage() {
  const { lines } = useLoaderData<typeof loader>()
  useFocusAfterRemoval(lines.length)
  return lines.length === 0 ? <EmptyCart /> : <FilledCart />
}

/** A single form: any button sends the changes of the whole cart. */
function FilledCart() {
  const {
    lines,
    troubles: unavailable,
    bill,
    discount,
    canBuy,
    missingToFree,
    subTotal,
    destination,
  } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const address = paths.cart({ country: destination.isChosen ? destination.country : undefined })
  const form = useRef<HTMLFormElement>(null)
  const tool = useToolAttributes({
    name: "update_cart",
    description: "Changes how many units of each line are in the cart",
    submits: true,
  })
  const { refused = result, isBusy, onSubmit } = useCartForm(form)
  return (
    <div className="page">
      <PageHeading title="Your cart" />
      <Refusal id="cart" result={refused} />
      {unavailable.length > 0 && <UnavailableLines sentences={unavailable} />}
      <form ref={form} method="post" action={address} className="with-summary" onSubmit={onSubmit} {...tool} noValidate>
        <SentField />
        <div>
          <ul className="line-items" tabIndex={-1} data-list-start="">
            {lines.map((line, index) => (
              <CartLineItem
                key={line.variantId}
                line={line}
                refused={refused}
                place={index + 1}
                isRemoving={isBusy(removeButton(line.variantId))}
              />
            ))}
          </ul>
        </div>
        <OrderSummary bill={bill}>
          {canBuy && missingToFree !== null && <FreeShipping missing={missingToFree} subTotal={subTotal} />}
          {canBuy ? (
            <Button name="next" value="Check out" wide busy={isBusy("next")}>
              Check out
            </Button>
          ) : (
            <p>Nothing in your cart can be bought at the moment.</p>
          )}
        </OrderSummary>
      </form>
      <DiscountCode {...discount} back="/cart" />
      {destination.countries.length > 1 && <DeliveryCountry {...destination} />}
    </div>
  )
}

/** Lines are removed in the background, together with the button that had the focus. */
function useFocusAfterRemoval(count: number): void {
  const last = useRef(count)
  useEffect(() => {
    if (count < last.current) focusIfLeftBehind()
    last.current = count
  }, [count])
}

function UnavailableLines({ sentences }: { sentences: string[] }) {
  const count = sentences.length
  return (
    <Notice
      tone="bad"
      title={count === 1 ? "One product needs your attention" : `${count} products need your attention`}
    >
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
      <p>Unavailable items are not part of the total until you change or remove them.</p>
    </Notice>
  )
}

function EmptyCart() {
  return (
    <div className="page">
      <PageHeading title="Your cart" />
      <EmptyState title="No items on cart" icon="cart" action={<ButtonLink to="/products">View products</ButtonLink>}>
        Products that you add to your cart will be here.
      </EmptyState>
    </div>
  )
}
