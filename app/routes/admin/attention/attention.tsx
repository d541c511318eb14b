// /admin/attention

import { useLoaderData } from "@remix-run/react"
import { readWarnings } from "~/domain/dashboard/attention.server"
import { describeSkew, stopsWork } from "~/domain/dashboard/clock-skew"
import { PageFilter } from "~/domain/lists/page-number"
import { listFailedMails } from "~/domain/mail/failed-mails.server"
import { listIncidents } from "~/domain/payments/incident-list.server"
import { listPendingRefunds } from "~/domain/refunds/refund-lists.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { Icon } from "~/ui/icon"
import { Notice, type NoticeProps } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { RecordLink, StaffLink } from "../permitted/permitted"
import { FailedMails } from "./failed-mails"
import { Incidents } from "./incidents"
import { PendingRefunds } from "./pending-refunds"
import { asSentence, warningTitles } from "./warning-titles"

export const meta = title("Attention")

export const loader = adminPage("attention.settle", async ({ shop, actor, url }) => {
  const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
  const [warnings, incidents, refunds, { mails }] = await Promise.all([
    readWarnings(shop),
    listIncidents(shop, actor, filter),
    listPendingRefunds(shop, actor),
    listFailedMails(shop, actor),
  ])
  return { warnings, ...incidents, refunds, mails, filter }
})

export default function Attention() {
  const { warnings, incidents, count, openCount, refunds, mails, filter } = useLoaderData<typeof loader>()
  const titles = warningTitles(warnings)
  const isClear = !Object.values(titles).some(Boolean) && openCount + refunds.length + mails.length === 0
  return (
    <AdminPage title="Needs attention" actions={<StaffLink to="/admin/attention/law">Calendar of the law</StaffLink>}>
      {isClear && (
        <p className="all-clear">
          <Icon name="check" />
          All clear
        </p>
      )}
      <Warning tone="bad" title={titles.standby}>
        It was restored from the backup of {warnings.standby && <DateTime date={warnings.standby.backupMadeAt} />}. It
        sends no emails and processes no payments until <code>npm run live</code> makes it the live shop.
      </Warning>
      <Warning tone="bad" title={titles.clocks}>
        {warnings.clocks.map(({ process, skew }) => (
          <span key={process}>
            The clock of {process} is {describeSkew(skew)}
            {stopsWork(skew) && ", so it sends no emails and does no other background work until the clock is right"}.{" "}
          </span>
        ))}
        Orders, reservations and sign-ins follow the database’s clock. Turn on time synchronisation (NTP) on that
        machine.
      </Warning>
      <Warning tone="bad" title={titles.numbers}>
        This shop was restored from a backup, so it does not know which numbers were issued after the backup.{" "}
        <StaffLink to="/admin/settings/numbers">Check the numbers</StaffLink>
      </Warning>
      <Warning title={titles.waitingRefunds}>
        The person who requested it may not refund this amount.{" "}
        <StaffLink to={paths.adminOrders({ payment: "waiting" })}>Show the orders</StaffLink>
      </Warning>
      <Warning title={titles.overdue}>
        Record the payments that you have received, or ask the customers.{" "}
        <StaffLink to={paths.adminOrders({ payment: "awaiting" })}>Show the orders</StaffLink>
      </Warning>
      <Warning title={titles.latePayouts}>
        Send the money from your bank, and mark it as paid. <StaffLink to="/admin/payouts">Show the payouts</StaffLink>
      </Warning>
      <Warning title={titles.imprint}>
        Shoppers see placeholders that you have not filled in.{" "}
        <StaffLink to="/admin/page/imprint">Edit the imprint</StaffLink>
      </Warning>
      <Warning title={titles.unnamedMakers}>
        You ship to the EU, where a product’s page must name its manufacturer with a postal address and an email or web
        address. Enter them in the <RecordLink to="/admin/products">products</RecordLink>, or import them with a file.
      </Warning>
      <Warning title={titles.notice}>
        You ship to the EU, where shops must show this notice.{" "}
        <StaffLink to="/admin/settings/legal-guarantee">Upload the notice</StaffLink>
      </Warning>
      <Warning title={titles.openRules}>
        Something that the law asks for where you sell is still empty.{" "}
        <StaffLink to="/admin/attention/law">Show the calendar of the law</StaffLink>
      </Warning>
      {count > 0 && (
        <section className="stack" aria-labelledby="payments">
          <h2 id="payments">Payments</h2>
          <Incidents incidents={incidents} count={count} list={{ path: "/admin/attention", filter }} />
        </section>
      )}
      {refunds.length > 0 && (
        <section className="stack" aria-labelledby="refunds">
          <h2 id="refunds">Pending refunds</h2>
          <PendingRefunds refunds={refunds} />
        </section>
      )}
      {mails.length > 0 && (
        <section className="stack" aria-labelledby="mails">
          <h2 id="mails">Emails that could not be sent</h2>
          <FailedMails mails={mails} />
        </section>
      )}
    </AdminPage>
  )
}

interface WarningProps extends Pick<NoticeProps, "children"> {
  title: string | false
  tone?: NoticeProps["tone"]
}

function Warning({ title, tone = "neutral", children }: WarningProps) {
  return (
    title && (
      <Notice tone={tone} title={asSentence(title)}>
        {children}
      </Notice>
    )
  )
}
