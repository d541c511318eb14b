import type { FormMetadata } from "@conform-to/react"
import { Link } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { CONTACT_US } from "~/domain/text/contact-us"
import { Icon } from "~/ui/icon"
import { useRefusalToast } from "~/ui/toasts/refusal-toast"
import { inFieldOrder } from "./field-order"
import { useFormResult } from "./use-form-result"

/** Without scripts, the browser focuses it when the page loads. */
const takesFocus = { autoFocus: true, tabIndex: -1 }

interface ErrorSummaryProps {
  form: Pick<FormMetadata, "id" | "errorId" | "allErrors">
  order?: string[]
  /** The response, if it is not from the page's own action */
  result?: unknown
  toast?: boolean
}

/** Modelled on GOV.UK's error summary. */
export function ErrorSummary({ form, order = [], result: given, toast = true }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const page = useFormResult()
  const result = given ?? page
  const found = Object.entries(form.allErrors).filter(([, messages]) => messages.length > 0)
  const errors = inFieldOrder(found, order)
  const failed = errors.length > 0
  useRefusalToast(toast ? errors.flatMap(([, messages]) => messages) : [], result)

  // Each response moves the focus here; following a link to a field leaves it in the field.
  useEffect(() => {
    if (failed && result) ref.current?.focus()
  }, [failed, result])

  if (!failed) return null
  return (
    <div className="error-summary" ref={ref} role="alert" aria-labelledby={form.errorId} {...takesFocus}>
      <h2 id={form.errorId}>
        <Icon name="alert" />
        There is a problem
      </h2>
      <ul>
        {errors.map(([name, messages]) => (
          <li key={name}>
            {name ? (
              <a href={`#${form.id}-${name}`}>{messages.join(" ")}</a>
            ) : (
              <WithContactLink text={messages.join(" ")} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function WithContactLink({ text }: { text: string }) {
  const at = text.indexOf(CONTACT_US)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <Link to="/contact">{CONTACT_US}</Link>
      {text.slice(at + CONTACT_US.length)}
    </>
  )
}
