// /admin/user/:id/sessions
import { Link, useLoaderData } from "@remix-run/react"
import { deviceName } from "~/domain/accounts/sessions/device-name"
import { listUserSessions } from "~/domain/accounts/sessions/session-list.server"
import { readUser } from "~/domain/staff/users/users.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ConfirmLink } from "~/ui/confirm-link"
import { DateTime } from "~/ui/date-time"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { Permitted } from "../permitted/permitted"

export const meta = title<typeof loader>(({ name }) => `Sessions of ${name}`)

export const loader = adminPage("customers.see", async ({ shop, actor, id }) => {
  const { name } = await readUser(shop, actor, id)
  return { id, name, sessions: await listUserSessions(shop, actor, id) }
})

export default function UserSessions() {
  const { id, name, sessions } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title={`Sessions of ${name}`}
      lead={<Link to={paths.adminUser(id)}>Back to the user</Link>}
      actions={<Permitted needs="customers.edit">{sessions.length > 0 && <SignOut id={id} />}</Permitted>}
    >
      <DataTable
        caption={`Sessions of ${name}`}
        columns={[
          { key: "device", label: "Device" },
          { key: "address", label: "Address" },
          { key: "since", label: "Signed in" },
          { key: "seen", label: "Last seen" },
        ]}
        rows={sessions.map((session) => ({
          id: session.id,
          device: deviceName(session.userAgent),
          address: session.address,
          since: <DateTime date={session.startedAt} />,
          seen: <DateTime date={session.lastSeenAt} />,
        }))}
        empty={<EmptyState title="Not signed in anywhere" icon="lock" />}
      />
    </AdminPage>
  )
}

function SignOut({ id }: { id: string }) {
  return (
    <ConfirmLink
      to={paths.endUserSessions(id)}
      label="Sign out everywhere"
      small
      icon="log-out"
      title="Sign this user out everywhere?"
      confirm="Sign out"
    >
      <p>They can sign in again with their password.</p>
    </ConfirmLink>
  )
}
