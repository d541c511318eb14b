import { StepIndicator } from "~/ui/order/step-indicator"

const steps = [{ name: "Shipping" }, { name: "Confirm" }, { name: "Payment" }]

export function CheckoutSteps({ current }: { current: 1 | 2 | 3 }) {
  return <StepIndicator label="Checkout steps" steps={steps} current={current - 1} />
}
