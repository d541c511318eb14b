// /admin/user/:id

import { Link, useLoaderData } from "@remix-run/react"
import { isOwner } from "~/domain/accounts/actor"
import { givenRole } from "~/domain/accounts/user"
import { listOrigins } from "~/domain/customers/origins.server"
import { readCustomerValues } from "~/domain/orders/customer-value.server"
import { optionsOf } from "~/domain/records/control"
import { UserChanges, userRecord } from "~/domain/staff/users/user-filter"
import { readUser, updateUser } from "~/domain/staff/users/users.server"
import { pluralize } from "~/domain/text/pluralize"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { PostForm } from "~/ui/form/post-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { Notice } from "~/ui/notice"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { useHydrated } from "~/ui/use-hydrated"
import { AdminPage } from "../admin-page"
import { DeleteLink } from "../delete-link"
import { Permitted } from "../permitted/permitted"
import { RecordForm } from "../record-form"
import { returnPath } from "../return-path"
import { Origins } from "./origins"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ found }) => `Update ${found.name}`)

export const loader = adminPage("customers.see", async ({ shop, actor, user, id, url, staff }) => {
  const [{ name, email, isVerified, ...given }, { [id]: bought }, origins] = await Promise.all([
    readUser(shop, actor, id),
    readCustomerValues(shop, actor, [id]),
    listOrigins(shop, actor, id),
  ])
  const rights = { mayEdit: staff("customers.edit") !== null, mayAppoint: isOwner(actor) }
  const found = { id, name, email, role: givenRole(given) }
  return {
    found,
    form: userRecord.view(userRecord.textsOf(found), {}),
    isVerified,
    awaitsRole: given.awaitsRole,
    bought,
    origins,
    ...rights,
    back: returnPath({ user, url }, "/admin/users"),
  }
})

export const action = adminForm(
  "customers.edit",
  UserChanges,
  async ({ shop, actor, id, url, redirectWithSuccess }, changes) => {
    const { role, ...profile } = changes
    const { email, awaitsRole } = await updateUser(shop, actor, id, role === changes.snapshot?.role ? profile : changes)
    const waits = awaitsRole ? `. The role takes effect once ${email} is confirmed` : ""
    return redirectWithSuccess(url.pathname + url.search, `User data updated${waits}`)
  },
  { proof: "customers.change", refusalData: staleFieldsOf },
)

export default function User() {
  const { found, bought, origins, isVerified, awaitsRole, mayEdit, back } = useLoaderData<typeof loader>()
  const remove = paths.deleteRecord("user", found.id, { back })
  return (
    <AdminPage
      title="Update User"
      lead={<Link to={back}>Back to the users</Link>}
      actions={<DeleteLink to={remove} kind="user" name={found.name} />}
    >
      {awaitsRole && <AwaitedRole />}
      {bought && bought.orders > 0 && (
        <p>
          {pluralize(bought.orders, "order")}, <Price cents={bought.value} /> in all.
        </p>
      )}
      <ul className="cluster" aria-label={`More about ${found.name}`}>
        <Permitted needs="orders.see">
          <li>
            <Link to={paths.adminOrders({ user: found.id })}>Orders</Link>
          </li>
        </Permitted>
        <Permitted needs="reviews.moderate">
          <li>
            <Link to={paths.adminReviews({ user: found.id })}>Reviews</Link>
          </li>
        </Permitted>
        <li>
          <Link to={paths.userSessions(found.id)}>Sessions</Link>
        </li>
        <Permitted needs="audit.see">
          <li>
            <Link to={paths.auditLog({ subject: found.id })}>Audit log</Link>
          </li>
        </Permitted>
      </ul>
      {origins.length > 0 && <Origins origins={origins} />}
      {mayEdit ? <UpdateUser /> : <p>{found.email}</p>}
      <p className="muted">{isVerified ? "The email address is confirmed." : "The email address is not confirmed."}</p>
    </AdminPage>
  )
}

function AwaitedRole() {
  const { found, mayEdit } = useLoaderData<typeof loader>()
  return (
    <Notice tone="neutral" title="Waiting for email confirmation">
      <p>
        {found.name} becomes an administrator once {found.email} is confirmed. We sent a confirmation link to that
        address.
      </p>
      {mayEdit && (
        <PostForm tool={null} action={paths.resendVerification(found.id)}>
          <Button variant="secondary" small>
            Send the link again
          </Button>
        </PostForm>
      )}
    </Notice>
  )
}

function UpdateUser() {
  const { found, form, mayAppoint } = useLoaderData<typeof loader>()
  const hydrated = useHydrated()
  return (
    <RecordForm tool={null} key={found.id} id="user" form={form}>
      {(field, input) => (
        <>
          {field("name")}
          {field("email")}
          {mayAppoint ? (
            field("role", { options: roles })
          ) : (
            <input type="hidden" name={input("role").name} value={found.role} />
          )}
          <SubmitButton disabled={hydrated && !input("role").value}>Update</SubmitButton>
        </>
      )}
    </RecordForm>
  )
}

const roles = optionsOf({ admin: "Admin", user: "User" })
