import type { SubmissionResult } from "@conform-to/react"
import { useNavigation } from "@remix-run/react"
import { type ReactNode, useRef } from "react"
import type { Product } from "~/domain/catalog/product"
import { optionFields } from "~/domain/catalog/product-path"
import { Button } from "~/ui/button"
import { messagesOf } from "~/ui/form/messages-of"
import { PostForm } from "~/ui/form/post-form"
import { Notice } from "~/ui/notice"
import { useRefusalToast } from "~/ui/toasts/refusal-toast"
import { QuantityStepper } from "../cart/quantity-stepper"
import { takesFocus } from "./option-group"

interface BuyFormProps {
  product: Pick<Product, "id" | "name">
  action: string
  /** The highest number of units that this shopper may buy: the stock and their own checkout's hold */
  available: number
  refused?: SubmissionResult<string[]>
  children?: ReactNode
}

export function BuyForm({ product, action, available, refused, children }: BuyFormProps) {
  const navigation = useNavigation()
  const messages = messagesOf(refused)
  const atOptions = isAtOptions(refused)
  useRefusalToast(messages, refused)
  const quantity = useTypedQuantity(refused)
  return (
    <>
      {messages.length > 0 && (
        <div role="alert" {...(!atOptions && takesFocus)}>
          {atOptions ? (
            <p className="visually-hidden">Not added to the cart. {messages.join(" ")}</p>
          ) : (
            <Notice tone="bad" title="Not added to the cart">
              {messages.join(" ")}
            </Notice>
          )}
        </div>
      )}
      <PostForm
        tool={{ name: "add_to_cart", description: "Puts this product into the cart", submits: true }}
        action={action}
        className="buy-form"
        preventScrollReset
      >
        <input type="hidden" name="product" value={product.id} />
        {children}
        <QuantityStepper name="quantity" value={quantity} max={available} label={`Quantity of ${product.name}`} />
        <Button icon="cart" disabled={available < 1} busy={navigation.formAction === action}>
          Add to cart
        </Button>
      </PostForm>
    </>
  )
}

/** Whether it is shown next to the options: a notice above would move them when it disappears */
export function isAtOptions(refused: Pick<SubmissionResult<string[]>, "error"> | undefined): boolean {
  return optionFields.some((field) => refused?.error?.[field])
}

/** A refused quantity stays when another option is chosen. */
function useTypedQuantity(refused: SubmissionResult<string[]> | undefined): number {
  const last = useRef(1)
  const typed = Number(refused?.initialValue?.quantity)
  if (Number.isFinite(typed)) last.current = typed
  return last.current
}
