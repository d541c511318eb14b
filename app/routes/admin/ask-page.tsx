import { Form } from "@remix-run/react"
import { Button, ButtonLink } from "~/ui/button"
import { AdminPage } from "./admin-page"

interface AskPageProps {
  title: string
  /** What will happen. */
  consequence: string
  /** What the button that does it says. */
  confirm: string
  /** Where 'Cancel' leads. */
  back: string
}

/** The question before something grave, as a page of its own. */
export function AskPage({ title, consequence, confirm, back }: AskPageProps) {
  return (
    <AdminPage title={title} lead={consequence}>
      <Form method="post" className="cluster">
        <Button variant="danger">{confirm}</Button>
        <ButtonLink to={back} variant="secondary">
          Cancel
        </ButtonLink>
      </Form>
    </AdminPage>
  )
}
