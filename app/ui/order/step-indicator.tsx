import type { ReactNode } from "react"
import { Icon } from "~/ui/icon"

interface Step {
  name: string
  /** Under the name: when it was reached. */
  detail?: ReactNode
}

interface StepIndicatorProps {
  label: string
  steps: readonly Step[]
  /** The place of the current step, from 0. */
  current: number
  /** Whether the last step is an end: then it is ticked as well. */
  ended?: boolean
}

/** Steps in their order: those behind are ticked, the current one is filled. */
export function StepIndicator({ label, steps, current, ended }: StepIndicatorProps) {
  const detailed = steps.some((step) => step.detail)
  return (
    <ol className={detailed ? "steps steps-detailed" : "steps"} aria-label={label}>
      {steps.map(({ name, detail }, index) => {
        const done = index < current || (ended && index === current)
        return (
          <li key={name} aria-current={index === current ? "step" : undefined}>
            <span className="step-number">{done ? <Icon name="check" label="Done" /> : index + 1}</span>
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
