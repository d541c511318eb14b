import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "@remix-run/react"
import type { Product } from "~/domain/catalog/product"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { messagesOf } from "~/ui/form/messages-of"
import { Notice } from "~/ui/notice"
import { useRefusalToast } from "~/ui/toasts/refusal-toast"
import { QuantityStepper } from "../cart/quantity-stepper"

interface BuyFormProps {
  product: Pick<Product, "id" | "name">
  /** The most units that this shopper may buy: the stock and what their own checkout holds. */
  available: number
  /** The refusal of the last try; what was typed stays. */
  refused?: SubmissionResult<string[]>
}

export function BuyForm({ product, available, refused }: BuyFormProps) {
  const navigation = useNavigation()
  const messages = messagesOf(refused)
  const path = paths.product(product)
  useRefusalToast(messages, refused)
  const typed = Number(refused?.initialValue?.quantity)
  return (
    <>
      {messages.length > 0 && (
        <div role="alert">
          <Notice tone="bad" title="Not added to the cart">
            {messages.join(" ")}
          </Notice>
        </div>
      )}
      <Form method="post" action={path} className="buy-form" preventScrollReset>
        <input type="hidden" name="product" value={product.id} />
        <QuantityStepper
          name="quantity"
          value={Number.isFinite(typed) ? typed : 1}
          max={available}
          label={`Quantity of ${product.name}`}
        />
        <Button icon="cart" disabled={available < 1} busy={navigation.formAction === path}>
          Add to cart
        </Button>
      </Form>
    </>
  )
}
