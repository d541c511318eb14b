import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation, useSubmit } from "@remix-run/react"
import { useRef } from "react"
import type { CartLine } from "~/domain/cart/cart-lines.server"
import { Button } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { LineItem } from "~/ui/line-item"
import { Price } from "~/ui/price"
import { QuantityStepper } from "~/ui/quantity-stepper"

interface CartLineItemProps {
  line: CartLine
  /** The refusal of the last change, which may have been this line's. */
  refused?: SubmissionResult<string[]>
}

export function CartLineItem({ line, refused }: CartLineItemProps) {
  const gone = line.trouble === "gone"
  const typed = refused?.initialValue?.product === line.product ? Number(refused.initialValue.quantity) : Number.NaN
  return (
    <LineItem
      name={line.name}
      picture={line.picture}
      to={gone ? undefined : `/product/${line.product}`}
      detail={gone ? null : <Price cents={line.price} />}
      amount={
        line.trouble === null ? (
          <Price cents={line.price * line.quantity} />
        ) : (
          <span className="muted">not counted</span>
        )
      }
    >
      {line.trouble !== null && <Trouble line={line} />}
      {line.available > 0 && <QuantityForm line={line} value={Number.isFinite(typed) ? typed : line.quantity} />}
      <RemoveForm line={line} />
    </LineItem>
  )
}

function Trouble({ line: { trouble, available, quantity } }: { line: CartLine }) {
  const words = {
    gone: "This product is no longer sold.",
    soldOut: "Out of stock.",
    short: `Only ${available} left, ${quantity} in your cart.`,
  }
  return (
    <p className="field-error">
      <Icon name="alert" label="Attention:" />
      {trouble && words[trouble]}
    </p>
  )
}

/** Sends itself when scripts change the number; without them the button does. */
function QuantityForm({ line, value }: { line: CartLine; value: number }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const wait = useRef<ReturnType<typeof setTimeout>>()
  const changed = () => {
    clearTimeout(wait.current)
    wait.current = setTimeout(() => form.current && submit(form.current), 500)
  }
  return (
    <Form method="post" action="/cart" ref={form} className="cluster" preventScrollReset>
      <input type="hidden" name="product" value={line.product} />
      <QuantityStepper
        name="quantity"
        value={value}
        max={line.available}
        label={`Quantity of ${line.name}`}
        onChange={changed}
      />
      <Button variant="secondary" small className="without-scripts">
        Update
      </Button>
    </Form>
  )
}

function RemoveForm({ line }: { line: CartLine }) {
  const navigation = useNavigation()
  const busy = navigation.formAction === "/cart/remove" && navigation.formData?.get("product") === line.product
  return (
    <Form method="post" action="/cart/remove" preventScrollReset>
      <input type="hidden" name="product" value={line.product} />
      <Button variant="quiet" small icon="trash" busy={busy} aria-label={`Remove ${line.name}`}>
        Remove
      </Button>
    </Form>
  )
}
