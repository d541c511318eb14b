import type { SerializeFrom } from "@remix-run/node"
import type { ListedInvitation } from "~/domain/staff/invitations.server"
import { paths } from "~/paths"
import { ConfirmLink } from "~/ui/confirm-link"
import { DateTime } from "~/ui/date-time"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { DataTable } from "~/ui/lists/data-table"
import { RowButton } from "../tables/row-button"

interface InvitationsProps {
  invitations: SerializeFrom<ListedInvitation>[]
  given: { value: string; label: string }[]
}

export function Invitations({ invitations, given }: InvitationsProps) {
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <InvitationFields key={invitations.map(({ id }) => id).join(" ")} given={given} />
      <DataTable
        caption="Open invitations"
        columns={[
          { key: "email", label: "Email", narrow: "title", detail: "by" },
          { key: "role", label: "Role", narrow: "plain" },
          { key: "until", label: "Until", narrow: "plain" },
        ]}
        rows={invitations.map((invitation) => ({
          id: invitation.id,
          email: invitation.email,
          by: `by ${invitation.invitedBy.name}`,
          role: invitation.role.name,
          until: invitation.isExpired ? "Expired" : <DateTime date={invitation.expiresAt} />,
          actions: invitation.mayChange && <Actions invitation={invitation} />,
        }))}
        empty={<p>There are no open invitations.</p>}
      />
    </section>
  )
}

function Actions({ invitation: { id, email } }: { invitation: { id: string; email: string } }) {
  return (
    <div className="cluster">
      <RowButton action={paths.renewInvitation(id)} name={`Renew the invitation of ${email}`}>
        Renew
      </RowButton>
      <ConfirmLink
        to={paths.revokeInvitation(id)}
        label="Revoke"
        name={`Revoke the invitation of ${email}`}
        small
        title={`Revoke the invitation of ${email}?`}
        confirm="Revoke"
      >
        <p>Its link will stop working.</p>
      </ConfirmLink>
    </div>
  )
}

function InvitationFields({ given }: Pick<InvitationsProps, "given">) {
  const [form, fields] = useShopForm<{ email: string; role: string }>({ id: "invite" })
  return (
    <ShopForm tool={{ name: "invite_staff", description: "Invites a person to the staff" }} form={form}>
      <div className="form-row">
        <TextField of={fields.email} label="Email" type="email" autoComplete="off" required />
        <SelectField of={fields.role} label="Role" placeholder="Choose role" options={given} required />
      </div>
      <SubmitButton>Invite</SubmitButton>
    </ShopForm>
  )
}
