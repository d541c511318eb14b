import type { FailedMail } from "~/domain/mail/failed-mails.server"
import { paths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { DataTable } from "~/ui/lists/data-table"
import { RowButton } from "../tables/row-button"

export function FailedMails({ mails }: { mails: FailedMail[] }) {
  return (
    <DataTable
      caption="Emails that could not be sent"
      columns={[
        { key: "to", label: "To" },
        { key: "subject", label: "Subject" },
        { key: "reason", label: "Reason" },
        { key: "when", label: "Failed" },
      ]}
      rows={mails.map((mail) => ({
        id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        reason: mail.reason,
        when: <DateTime date={mail.failedAt} />,
        actions: (
          <RowButton
            action={paths.settle("mail", mail.id)}
            icon="refresh"
            name={`Try again: ${mail.subject} to ${mail.recipient}`}
          >
            Try again
          </RowButton>
        ),
      }))}
    />
  )
}
