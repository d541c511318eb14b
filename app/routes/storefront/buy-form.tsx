import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "@remix-run/react"
import type { Product } from "~/domain/catalog/product"
import { Button } from "~/ui/button"
import { Notice } from "~/ui/notice"
import { QuantityStepper } from "~/ui/quantity-stepper"

interface BuyFormProps {
  product: Pick<Product, "id" | "name" | "stock">
  /** The refusal of the last try; what was typed stays. */
  refused?: SubmissionResult<string[]>
}

export function BuyForm({ product, refused }: BuyFormProps) {
  const navigation = useNavigation()
  const messages = Object.values(refused?.error ?? {}).flatMap((errors) => errors ?? [])
  const typed = Number(refused?.initialValue?.quantity)
  return (
    <>
      {messages.length > 0 && (
        <Notice tone="bad" title="Not added to the cart">
          {messages.join(" ")}
        </Notice>
      )}
      <Form method="post" action={`/product/${product.id}`} className="buy-form" preventScrollReset>
        <input type="hidden" name="product" value={product.id} />
        <QuantityStepper
          name="quantity"
          value={Number.isFinite(typed) ? typed : 1}
          max={product.stock}
          label={`Quantity of ${product.name}`}
        />
        <Button icon="cart" disabled={product.stock < 1} busy={navigation.formAction === `/product/${product.id}`}>
          Add to cart
        </Button>
      </Form>
    </>
  )
}
