import type { ReactNode } from "react"
import { Button } from "~/ui/button"
import { Fact } from "~/ui/fact"
import { PostForm } from "~/ui/form/post-form"

interface StatementReviewProps {
  statement: { name: string; email: string; order: string; reason?: string }
  items: ReactNode
  /** Hidden fields that are sent again with the confirmation */
  fields: readonly (readonly [name: string, value: string])[]
}

export const statementTitle = "Please check your withdrawal"

/** The button has the wording of Directive 2011/83/EU, article 11a. */
export function StatementReview({ statement: { name, email, order, reason }, items, fields }: StatementReviewProps) {
  const facts = { Items: items, Order: order, Name: name, "Email for our reply": email, Reason: reason }
  return (
    <PostForm tool={null} className="form">
      <p>I withdraw from the contract about these goods:</p>
      <dl className="facts">
        {Object.entries(facts).map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={name} asWritten>
                {value}
              </Fact>
            ),
        )}
      </dl>
      {fields.map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <div className="cluster">
        <Button name="confirmed" value="Confirm withdrawal">
          Confirm withdrawal
        </Button>
        <Button name="change" value="Change it" variant="secondary">
          Change it
        </Button>
      </div>
    </PostForm>
  )
}
