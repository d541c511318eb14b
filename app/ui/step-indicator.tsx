import { Icon } from "./icon"

const steps = ["Shipping", "Confirm", "Payment"] as const

export function StepIndicator({ current }: { current: 1 | 2 | 3 }) {
  return (
    <ol className="steps" aria-label="Checkout steps">
      {steps.map((step, index) => {
        const number = index + 1
        const done = number < current
        return (
          <li
            key={step}
            className={done ? "step-done" : undefined}
            aria-current={number === current ? "step" : undefined}
          >
            <span className="step-number">{done ? <Icon name="check" label="Done" /> : number}</span>
            {step}
          </li>
        )
      })}
    </ol>
  )
}
