import { Form, useLoaderData } from "@remix-run/react"
import { Button, ButtonLink } from "~/ui/button"
import { AdminPage } from "./admin-page"
import { useMayOpen } from "./use-may"

export interface ConfirmPageProps {
  title: string
  consequence: string
  confirmLabel: string
  back: string
  /** By default the page itself */
  action?: string
  fields?: readonly (readonly [name: string, value: string])[]
}

export function ConfirmPage({ title, consequence, confirmLabel, back, action, fields = [] }: ConfirmPageProps) {
  const mayOpen = useMayOpen()
  return (
    <AdminPage title={title} lead={consequence}>
      <Form method="post" action={action} className="cluster">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button variant="danger">{confirmLabel}</Button>
        <ButtonLink to={mayOpen(back) ? back : "/admin/dashboard"} variant="secondary">
          Cancel
        </ButtonLink>
      </Form>
    </AdminPage>
  )
}

export function ConfirmScreen() {
  return <ConfirmPage {...useLoaderData<() => ConfirmPageProps>()} />
}
