import type { SubmissionResult } from "@conform-to/react"
import type { CartLine } from "~/domain/cart/cart-lines.server"
import { chooseOptions } from "~/domain/catalog/variants/variant"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { Icon } from "~/ui/icon"
import { LineItem } from "~/ui/order/line-item"
import { Price, UnitPrice } from "~/ui/price"
import { QuantityStepper } from "./quantity-stepper"

interface CartLineItemProps {
  line: CartLine
  /** The refusal of the last change, which may have been this line's */
  refused?: SubmissionResult<string[]>
  isRemoving: boolean
  /** Counted from 1 */
  place: number
}

export function CartLineItem({ line, refused, isRemoving, place }: CartLineItemProps) {
  const { unavailability } = line
  const gone = unavailability === "gone" || unavailability === "removed" || unavailability === "unchosen"
  const typed = typedFor(line.variantId, refused)
  return (
    <LineItem
      name={line.name}
      picture={line.picture}
      to={
        unavailability === "gone"
          ? undefined
          : paths.product({ id: line.productId, name: line.productName, values: line.values })
      }
      exemption={line.withdrawalExemption}
      detail={gone ? null : <LinePrice line={line} />}
      amount={
        unavailability === null ? (
          <Price cents={line.price * line.quantity} />
        ) : (
          <span className="muted">not counted</span>
        )
      }
    >
      {unavailability !== null && <UnavailabilityNotice line={line} />}
      {line.available > 0 ? (
        <Quantity line={line} value={Number.isFinite(typed) ? typed : line.quantity} place={place} />
      ) : (
        // Enter in the quantity of another line clicks the form's first button.
        place === 1 && <UpdateButton />
      )}
      <Button
        name={removeButton(line.variantId)}
        value="Remove"
        variant="quiet"
        small
        icon="trash"
        busy={isRemoving}
        aria-label={`Remove ${line.name}`}
      >
        Remove
      </Button>
    </LineItem>
  )
}

function LinePrice({ line: { price, unitPrice } }: { line: CartLine }) {
  return (
    <>
      <Price cents={price} />
      {unitPrice && (
        <>
          {" "}
          <small>
            <UnitPrice of={unitPrice} />
          </small>
        </>
      )}
    </>
  )
}

export function removeButton(variantId: string): string {
  return `remove.${variantId}`
}

/** The quantity entered for a product when the cart was refused; NaN otherwise */
function typedFor(product: string, refused: SubmissionResult<string[]> | undefined): number {
  if (!refused?.error) return Number.NaN
  const { units = {} } = refused.initialValue ?? {}
  return Number((units as Record<string, unknown>)[product])
}

function UnavailabilityNotice({ line: { unavailability: trouble, available, quantity, options } }: { line: CartLine }) {
  const words = {
    gone: "This product is no longer sold.",
    removed: "This version is no longer sold.",
    unchosen: `This product comes in several versions now. ${chooseOptions(options)}.`,
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

/** Scripts save a change by themselves; without them there is a button in place of the stepper's. */
function Quantity({ line, value, place }: { line: CartLine; value: number; place: number }) {
  return (
    <div className="quantity">
      <input type="hidden" name="product" value={line.variantId} />
      <input type="hidden" name="previousQuantity" defaultValue={line.quantity} />
      <QuantityStepper
        name={`units.${line.variantId}`}
        value={value}
        max={line.available}
        label={`Quantity of ${line.name}`}
        tool={`Quantity of line ${place}`}
      />
      <UpdateButton />
    </div>
  )
}

function UpdateButton() {
  return (
    <Button variant="quiet" small className="without-scripts">
      Update
    </Button>
  )
}
