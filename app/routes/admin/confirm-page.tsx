import type { MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Button, ButtonLink } from "~/ui/button"
import { PostForm } from "~/ui/form/post-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "./admin-page"
import { useMayOpen } from "./use-may"

/** The loader data of a confirmation page */
export interface Confirmation {
  title: string
  consequence: string
  confirmLabel: string
  back: string
  /** The page to return to; by default the page itself */
  action?: string
  fields?: readonly (readonly [name: string, value: string])[]
}

type Loader = () => Confirmation

const ownTitle = title<Loader>(({ title }) => title)

/** A refused action has the title of its error. */
export const confirmMeta: MetaFunction<Loader> = (page) =>
  page.data ? ownTitle(page) : page.matches.flatMap(({ meta }) => meta)

export function ConfirmPage() {
  const { title, consequence, confirmLabel, back, action, fields = [] } = useLoaderData<Loader>()
  const mayOpen = useMayOpen()
  return (
    <AdminPage title={title} lead={consequence}>
      <PostForm tool={null} action={action} className="cluster">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button variant="danger">{confirmLabel}</Button>
        <ButtonLink to={mayOpen(back) ? back : "/admin/dashboard"} variant="secondary">
          Cancel
        </ButtonLink>
      </PostForm>
    </AdminPage>
  )
}
