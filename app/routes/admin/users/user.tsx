// /admin/user/:id

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { UserChanges } from "~/domain/accounts/user-filter"
import { findUser, updateUser } from "~/domain/accounts/users.server"
import { readCustomerValues } from "~/domain/orders/customer-value.server"
import { pluralize } from "~/domain/pluralize"
import { staleFieldsOf } from "~/domain/stale-edit"
import { adminForm, type FormResult } from "~/http/form.server"
import { adminPage } from "~/http/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { DeleteLink } from "~/routes/admin/delete-link"
import { returnPath } from "~/routes/admin/return-path"
import { isUntouched, StaleNotice } from "~/routes/admin/stale-notice"
import { Button } from "~/ui/button"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Price } from "~/ui/price"
import { revalidateAfterRefusal } from "~/ui/revalidate-after-refusal"
import { title } from "~/ui/title"
import { useHydrated } from "~/ui/use-hydrated"

export const shouldRevalidate = revalidateAfterRefusal
export const meta = title("Update User")

export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, async ({ shop, actor, id, url }) => {
    const [{ name, email, role }, { [id]: bought }] = await Promise.all([
      findUser(shop, actor, id),
      readCustomerValues(shop, actor, [id]),
    ])
    return { found: { id, name, email, role }, bought, back: returnPath(url, "/admin/users") }
  })
}

export function action(args: ActionFunctionArgs) {
  return adminForm(
    args,
    UserChanges,
    async ({ shop, actor, id, url, redirectWithSuccess }, changes) => {
      await updateUser(shop, actor, id, changes)
      return redirectWithSuccess(url.pathname + url.search, "User data updated")
    },
    { refusalData: staleFieldsOf },
  )
}

export default function User() {
  const { found, bought, back } = useLoaderData<typeof loader>()
  const remove = `/admin/user/${found.id}/delete?${new URLSearchParams({ back })}`
  return (
    <AdminPage
      title="Update User"
      lead={<Link to={back}>Back to the users</Link>}
      actions={<DeleteLink to={remove} kind="user" name={found.name} />}
    >
      {bought && bought.orders > 0 && (
        <p>
          {pluralize(bought.orders, "order")}, <Price cents={bought.value} /> in all.
        </p>
      )}
      <ul className="cluster" aria-label={`More about ${found.name}`}>
        <li>
          <Link to={`/admin/orders?user=${found.id}`}>Orders</Link>
        </li>
        <li>
          <Link to={`/admin/reviews?user=${found.id}`}>Reviews</Link>
        </li>
        <li>
          <Link to={`/admin/user/${found.id}/sessions`}>Sessions</Link>
        </li>
        <li>
          <Link to={`/admin/audit?subject=${found.id}`}>Who did what</Link>
        </li>
      </ul>
      <UpdateUser />
    </AdminPage>
  )
}

/** Starts anew whenever somebody has changed the user, with what was typed and what is different. */
function UpdateUser() {
  const { found } = useLoaderData<typeof loader>()
  const lastResult = useFormResult<typeof action>()
  const stale = lastResult?.stale
  const seen = { name: found.name, email: found.email, role: found.role }
  const key = `${found.id} ${found.name} ${found.email} ${found.role}`
  if (!stale) return <UserFormFields key={key} snapshot={seen} lastResult={lastResult} />
  const typed = lastResult.initialValue ?? {}
  const left = Object.fromEntries(
    stale.filter((one) => isUntouched(one, typed)).map(({ field, current: now }) => [field, now]),
  )
  return (
    <UserFormFields
      key={`${key} again`}
      snapshot={seen}
      lastResult={{ ...lastResult, initialValue: { ...typed, ...left, seen } }}
      notice={<StaleNotice fields={stale} typed={typed} />}
    />
  )
}

type UserSnapshot = Record<"name" | "email" | "role", string>

interface UserFormFieldsProps {
  snapshot: UserSnapshot
  lastResult: FormResult | undefined
  /** The fields that somebody else has changed. */
  notice?: ReactNode
}

function UserFormFields({ snapshot, lastResult, notice }: UserFormFieldsProps) {
  const [form, fields] = useShopForm<UserSnapshot & { seen: UserSnapshot }>({
    id: "user",
    lastResult,
    defaultValue: { ...snapshot, seen: snapshot },
  })
  const snapshotFields = fields.seen.getFieldset()
  const hydrated = useHydrated()
  const busy = useNavigation().state !== "idle"
  return (
    <ShopForm form={form}>
      {notice}
      {[snapshotFields.name, snapshotFields.email, snapshotFields.role].map(({ name, initialValue }) => (
        <input key={name} type="hidden" name={name} value={initialValue ?? ""} />
      ))}
      <TextField of={fields.name} label="Name" maxLength={100} required />
      <TextField of={fields.email} label="Email" type="email" maxLength={254} required />
      <SelectField
        of={fields.role}
        label="Role"
        placeholder="Choose role"
        options={[
          { value: "admin", label: "Admin" },
          { value: "user", label: "User" },
        ]}
        required
      />
      <Button busy={hydrated && busy} disabled={hydrated && !fields.role.value}>
        Update
      </Button>
    </ShopForm>
  )
}
