// /admin/user/:id
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { UserForm } from "~/domain/accounts/user-filter"
import { findUser, updateUser } from "~/domain/accounts/users.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { Button } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/hydrated"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { backOf } from "./back"
import { consequences } from "./consequences"

export const meta = title("Update User")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const { id, name, email, role } = await findUser(shop, requireAdmin(user), params.id ?? "")
    return { found: { id, name, email, role }, back: backOf(url, "/admin/users") }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    UserForm,
    async ({ shop, user, params, url, redirectWithSuccess }, changes) => {
      await updateUser(shop, requireAdmin(user), params.id ?? "", changes)
      return redirectWithSuccess(url.pathname + url.search, "User data updated")
    },
    { guard: requireAdmin },
  )
}

export default function User() {
  const { found, back } = useLoaderData<typeof loader>()
  const remove = `/admin/user/${found.id}/delete?${new URLSearchParams({ back })}`
  return (
    <AdminPage
      title="Update User"
      lead={<Link to={back}>Back to the users</Link>}
      actions={
        <ConfirmLink to={remove} label="Delete" small icon="trash" title={`Delete ${found.name}?`} confirm="Delete">
          <p>{consequences.user}</p>
        </ConfirmLink>
      }
    >
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
      <UpdateUser key={`${found.id} ${found.name} ${found.email} ${found.role}`} />
    </AdminPage>
  )
}

function UpdateUser() {
  const { found } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useShopForm<Record<"name" | "email" | "role", string>>({
    id: "user",
    lastResult,
    defaultValue: found,
  })
  const hydrated = useHydrated()
  const busy = useNavigation().state !== "idle"
  return (
    <ShopForm form={form}>
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
