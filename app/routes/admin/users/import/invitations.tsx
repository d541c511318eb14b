// /admin/users/invitations

import { Link, useLoaderData } from "@remix-run/react"
import { ACCOUNT_INVITATION_DAYS } from "~/domain/accounts/passwords/mailed-links.server"
import { customerImporting } from "~/domain/accounts/permission"
import { countInvitations, startInvitations } from "~/domain/customers/invitations.server"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { Button } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { PostForm } from "~/ui/form/post-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../../admin-page"
import { StaffLink } from "../../permitted/permitted"
import { RefreshedProgress } from "../../refreshed-progress"

export const meta = title("Invite customers")

export const loader = adminPage(customerImporting, async ({ shop, actor }) => ({
  counts: await countInvitations(shop, actor),
  shopName: shop.identity.name,
  days: ACCOUNT_INVITATION_DAYS,
}))

export const action = adminForm(
  customerImporting,
  noFields,
  async ({ shop, actor, redirect }) => {
    await startInvitations(shop, actor)
    return redirect("/admin/users/invitations")
  },
  { proof: "people.import" },
)

export default function Invitations() {
  const { counts, shopName, days } = useLoaderData<typeof loader>()
  const { invitable, waiting, sent, nextAt } = counts
  return (
    <AdminPage title="Invite customers" lead={<StaffLink to="/admin/users">Back to the users</StaffLink>}>
      <dl className="figures">
        <div className="figure">
          <dt>Not invited</dt>
          <dd>{invitable}</dd>
        </div>
        <div className="figure">
          <dt>Waiting</dt>
          <dd>{waiting}</dd>
        </div>
        <div className="figure">
          <dt>Sent</dt>
          <dd>{sent}</dd>
        </div>
      </dl>
      <div className="prose">
        <p>
          Imported customers have an account without a password. The email says that {shopName} has moved to a new shop,
          and has a link to choose a password, which works once within {days} days. Each customer gets one email.
        </p>
      </div>
      {waiting > 0 ? (
        <>
          <RefreshedProgress words={`Sending: ${sent} of ${sent + waiting}`} done={sent} all={sent + waiting} />
          {nextAt && (
            <p>
              The next email leaves at <DateTime date={nextAt} /> or soon after.{" "}
              <Link to="/admin/users/invitations" reloadDocument>
                Update the count
              </Link>
            </p>
          )}
          <PostForm tool={null} action="/admin/users/invitations/stop">
            <Button variant="danger">Stop: send no more</Button>
          </PostForm>
        </>
      ) : invitable > 0 ? (
        <PostForm tool={null}>
          <Button>{`Send ${pluralize(invitable, "invitation")}`}</Button>
          <p className="muted">The first email leaves in a minute. Until an email has left, you can stop it.</p>
        </PostForm>
      ) : (
        <p>There is no one to invite.</p>
      )}
    </AdminPage>
  )
}
