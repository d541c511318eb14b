// /dev/mail
import { useLoaderData } from "@remix-run/react"
import { listMails } from "~/domain/mail/mail-list.server"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { Disclosure } from "~/ui/disclosure"
import { EmptyState } from "~/ui/lists/empty-state"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export const meta = title("Mails")

export const loader = page(async ({ shop, context }) => {
  if (!context.mailPage) throw notFound("Page Not Found")
  return { mails: await listMails(shop) }
})

export default function Mails() {
  const { mails } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <PageHeading title="Emails" lead="This shop has no mail server, so its emails are shown here, newest first." />
      {mails.length === 0 && <EmptyState title="No emails yet" icon="mail" />}
      <div>
        {mails.map((mail, index) => (
          <Disclosure key={mail.id} open={index === 0} summary={<MailSummary mail={mail} />}>
            <LinkedText text={mail.text} />
            <p className="mail-html">
              <a href={paths.mailAsHtml(mail.id)}>View as HTML</a>
            </p>
          </Disclosure>
        ))}
      </div>
    </div>
  )
}

type Mail = ReturnType<typeof useLoaderData<typeof loader>>["mails"][number]

function MailSummary({ mail: { subject, recipient, createdAt } }: { mail: Mail }) {
  return (
    <span className="mail-envelope">
      <span>{subject}</span>{" "}
      <span className="muted">
        {recipient} · <DateTime date={createdAt} />
      </span>
    </span>
  )
}

function LinkedText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/).map((words, position) => ({ words, position }))
  return (
    <p className="as-written">
      {parts.map(({ words, position }) =>
        position % 2 ? (
          <a key={position} href={words}>
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </p>
  )
}
