import { useId, useRef } from "react"
import { useToolField } from "~/ui/form/agent-tool"
import { Icon } from "~/ui/icon"
import { useHydrated } from "~/ui/use-hydrated"
import { useSyncedValue } from "~/ui/use-synced-value"

interface QuantityStepperProps {
  name: string
  value: number
  max: number
  label: string
  /** What agents are told instead of the label, which has the product's name */
  tool?: string
}

/** A number input from 1 to the stock. Its − and + exist only where scripts make them work, and act like typing. */
export function QuantityStepper({ name, value, max, label, tool = "Quantity" }: QuantityStepperProps) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const id = useId()
  const described = useToolField(tool)
  useSyncedValue(input, value)

  function step(by: 1 | -1) {
    const field = input.current
    if (!field) return
    const next = clamp((field.valueAsNumber || 1) + by, max)
    if (next === field.valueAsNumber) return
    field.value = String(next)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  return (
    <div className="stepper" data-live={hydrated || undefined}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>{" "}
      {hydrated && (
        <button type="button" disabled={max < 1} onClick={() => step(-1)}>
          <Icon name="minus" label={`One less: ${label}`} />
        </button>
      )}
      <input
        ref={input}
        id={id}
        type="number"
        inputMode="numeric"
        name={name}
        min={1}
        max={Math.max(1, max)}
        step={1}
        required
        defaultValue={value}
        disabled={max < 1}
        {...described}
      />
      {hydrated && (
        <button type="button" disabled={max < 1} onClick={() => step(1)}>
          <Icon name="plus" label={`One more: ${label}`} />
        </button>
      )}
    </div>
  )
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(1, max), Math.max(1, Math.trunc(value)))
}
