import { Form, useLoaderData } from "@remix-run/react"
import { Button, ButtonLink } from "~/ui/button"
import { AdminPage } from "./admin-page"

export interface ConfirmPageProps {
  title: string
  /** The consequence of confirming. */
  consequence: string
  /** The label of the button that confirms. */
  confirmLabel: string
  /** The address that *Cancel* leads to. */
  back: string
  /** The address that the answer is sent to, and its fields; by default the page itself. */
  action?: string
  fields?: readonly (readonly [name: string, value: string])[]
}

/** The question before something grave, as a page of its own. */
export function ConfirmPage({ title, consequence, confirmLabel, back, action, fields = [] }: ConfirmPageProps) {
  return (
    <AdminPage title={title} lead={consequence}>
      <Form method="post" action={action} className="cluster">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button variant="danger">{confirmLabel}</Button>
        <ButtonLink to={back} variant="secondary">
          Cancel
        </ButtonLink>
      </Form>
    </AdminPage>
  )
}

/** The same as the screen of a route whose loader answers what it asks. */
export function ConfirmScreen() {
  return <ConfirmPage {...useLoaderData<() => ConfirmPageProps>()} />
}
