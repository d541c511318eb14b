import type { ReactNode } from "react"
import { Icon } from "~/ui/icon"

interface Step {
  name: string
  detail?: ReactNode
}

interface StepIndicatorProps {
  label: string
  steps: readonly Step[]
  /** The current step, from 0 */
  current: number
  /** The last step is ticked too. */
  ended?: boolean
}

export function StepIndicator({ label, steps, current, ended }: StepIndicatorProps) {
  const detailed = steps.some((step) => step.detail)
  return (
    <ol className={detailed ? "steps steps-detailed" : "steps"} aria-label={label}>
      {steps.map(({ name, detail }, index) => {
        const done = index < current || (ended && index === current)
        return (
          <li key={name} aria-current={index === current ? "step" : undefined}>
            <span className="step-number">{done ? <Icon name="check" label="Done" /> : index + 1}</span>{" "}
            {detail ? (
              <div>
                {name}
                <div className="step-detail">{detail}</div>
              </div>
            ) : (
              name
            )}
          </li>
        )
      })}
    </ol>
  )
}
