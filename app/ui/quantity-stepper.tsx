import { useRef } from "react"
import { useHydrated } from "./hydrated"
import { Icon } from "./icon"
import { useFollowedValue } from "./use-followed-value"

interface QuantityStepperProps {
  name: string
  value: number
  /** The stock. */
  max: number
  /** What is counted, for screen readers: "Quantity of Walnut tray". */
  label: string
  /** The form it belongs to when it stands elsewhere on the page. */
  form?: string
  /** Called with every new value; a form around it also sees an input event. */
  onChange?: (value: number) => void
}

/** A number input from 1 to the stock. Its − and + exist only where scripts make them work. */
export function QuantityStepper({ name, value, max, label, form, onChange }: QuantityStepperProps) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  useFollowedValue(input, value)

  function step(by: 1 | -1) {
    const field = input.current
    if (!field) return
    const next = clamp((field.valueAsNumber || 1) + by, max)
    if (next === field.valueAsNumber) return
    setNativeValue(field, String(next))
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  return (
    <div className="stepper" data-live={hydrated || undefined}>
      <button type="button" onClick={() => step(-1)} tabIndex={hydrated ? undefined : -1}>
        <Icon name="minus" label={`One less: ${label}`} />
      </button>
      <input
        ref={input}
        type="number"
        inputMode="numeric"
        name={name}
        form={form}
        aria-label={label}
        min={1}
        max={Math.max(1, max)}
        step={1}
        required
        defaultValue={value}
        disabled={max < 1}
        onChange={(event) => onChange?.(clamp(event.currentTarget.valueAsNumber || 1, max))}
      />
      <button type="button" onClick={() => step(1)} tabIndex={hydrated ? undefined : -1}>
        <Icon name="plus" label={`One more: ${label}`} />
      </button>
    </div>
  )
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(1, max), Math.max(1, Math.trunc(value)))
}

/** React overrides an input's own setter; the prototype's tells it that the value really changed. */
function setNativeValue(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value)
}
