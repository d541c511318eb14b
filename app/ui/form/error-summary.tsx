import type { FormMetadata } from "@conform-to/react"
import { useActionData } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { Icon } from "../icon"

/** The browser moves the focus here by itself when the page arrives without scripts. */
const takesFocus = { autoFocus: true, tabIndex: -1 }

/** What went wrong, in a list of links to the fields, before the form. Modelled on GOV.UK's error summary. */
export function ErrorSummary({ form }: { form: Pick<FormMetadata, "id" | "errorId" | "allErrors"> }) {
  const ref = useRef<HTMLDivElement>(null)
  const answer = useActionData()
  const errors = Object.entries(form.allErrors).filter(([, messages]) => messages.length > 0)
  const failed = errors.length > 0

  // Each answer moves the focus here; following a link to a field, which drops the answer, leaves it in the field.
  useEffect(() => {
    if (failed && answer) ref.current?.focus()
  }, [failed, answer])

  if (!failed) return null
  return (
    <div className="error-summary" ref={ref} role="alert" aria-labelledby={form.errorId} {...takesFocus}>
      <h2 id={form.errorId}>
        <Icon name="alert" />
        There is a problem
      </h2>
      <ul>
        {errors.map(([name, messages]) => (
          <li key={name}>{name ? <a href={`#${form.id}-${name}`}>{messages.join(" ")}</a> : messages.join(" ")}</li>
        ))}
      </ul>
    </div>
  )
}
