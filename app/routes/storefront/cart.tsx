// /cart
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CartEntryForm } from "~/domain/cart/cart-forms"
import { addToCart, describeTrouble, viewCart } from "~/domain/cart/cart-lines.server"
import { FREE_SHIPPING_ABOVE } from "~/domain/money"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/empty-state"
import { Refusal } from "~/ui/form/refusal"
import { FreeShipping } from "~/ui/free-shipping"
import { Notice } from "~/ui/notice"
import { OrderSummary } from "~/ui/order-summary"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"
import { CartLineItem } from "./cart-line-item"

export const meta = title("Cart")

/** Also after a refusal: the stock has changed. */
export const shouldRevalidate = () => true

export function loader(args: LoaderFunctionArgs) {
  return page(args, async (scene) => {
    const { lines, sellable, totals } = await viewCart(scene.shop, scene)
    const troubles = lines.filter((line) => line.trouble !== null).map(describeTrouble)
    return { lines, troubles, totals, canBuy: sellable.length > 0, missing: FREE_SHIPPING_ABOVE + 1 - totals.subTotal }
  })
}

/** Sets the quantity of a line. */
export function action(args: ActionFunctionArgs) {
  return form(args, CartEntryForm, async (scene, entry) => {
    scene.carry({ cart: await addToCart(scene.shop, scene, entry) })
    return scene.redirectWithSuccess("/cart", "Cart updated")
  })
}

export default function CartPage() {
  const { lines, troubles, totals, canBuy, missing } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (lines.length === 0) return <EmptyCart />
  return (
    <div className="page">
      <PageHeading title="Your cart" />
      <Refusal id="cart" result={refused} />
      {troubles.length > 0 && <Troubles sentences={troubles} />}
      <div className="with-summary">
        <ul className="line-items">
          {lines.map((line) => (
            <CartLineItem key={line.product} line={line} refused={refused} />
          ))}
        </ul>
        <OrderSummary totals={totals}>
          {canBuy && <FreeShipping missing={missing} subTotal={totals.subTotal} />}
          {canBuy ? (
            <ButtonLink to="/shipping" wide>
              Check out
            </ButtonLink>
          ) : (
            <p>Nothing in your cart can be bought at the moment.</p>
          )}
        </OrderSummary>
      </div>
    </div>
  )
}

function Troubles({ sentences }: { sentences: string[] }) {
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
      <p>What cannot be bought is left out of the total until you change or remove it.</p>
    </Notice>
  )
}

function EmptyCart() {
  return (
    <div className="page">
      <PageHeading title="Your cart" />
      <EmptyState title="No items on cart" icon="cart" action={<ButtonLink to="/products">View products</ButtonLink>}>
        What you put in your cart waits for you here.
      </EmptyState>
    </div>
  )
}
