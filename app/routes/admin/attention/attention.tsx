// /admin/attention

import { Link, useLoaderData } from "@remix-run/react"
import { countUnnamedMakers } from "~/domain/dashboard/attention.server"
import { isPaused } from "~/domain/invoices/number-series.server"
import { listFailedMails } from "~/domain/mail/failed-mails.server"
import { countOrdersWithWaitingRefund } from "~/domain/orders/cancellation/refund-requests.server"
import { findPage } from "~/domain/pages/page-versions.server"
import { unfilledPlaceholdersOf } from "~/domain/pages/view-page.server"
import { listIncidents } from "~/domain/payments/incident-list.server"
import { PageFilter } from "~/domain/product-table/product-table-filter"
import { listPendingRefunds } from "~/domain/refunds/pending-refunds.server"
import { isNoticeMissing } from "~/domain/returns/legal-guarantee"
import { findStandby } from "~/domain/standby.server"
import { pluralize } from "~/domain/text/pluralize"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { AdminPage } from "~/routes/admin/admin-page"
import { StaffLink } from "~/routes/admin/permitted/permitted"
import { DateTime } from "~/ui/date-time"
import { Icon } from "~/ui/icon"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { FailedMails } from "./failed-mails"
import { Incidents } from "./incidents"
import { WaitingRefunds } from "./waiting-refunds"

export const meta = title("Attention")

export const loader = adminPage("attention.settle", async ({ shop, actor, url }) => {
  const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
  const [
    { incidents, count, openCount },
    refunds,
    waitingRefunds,
    { mails },
    imprint,
    unnamedMakers,
    standby,
    numbers,
  ] = await Promise.all([
    listIncidents(shop, actor, filter),
    listPendingRefunds(shop, actor),
    countOrdersWithWaitingRefund(shop),
    listFailedMails(shop, actor),
    findPage(shop, "imprint"),
    countUnnamedMakers(shop),
    findStandby(shop),
    isPaused(shop),
  ])
  return {
    incidents,
    count,
    openCount,
    refunds,
    waitingRefunds,
    mails,
    imprint: unfilledPlaceholdersOf(shop, imprint),
    unnamedMakers,
    notice: isNoticeMissing(shop.settings.current),
    standby,
    numbers,
    filter,
  }
})

export default function Attention() {
  const {
    incidents,
    count,
    openCount,
    refunds,
    waitingRefunds,
    mails,
    imprint,
    unnamedMakers,
    notice,
    standby,
    numbers,
    filter,
  } = useLoaderData<typeof loader>()
  const clear =
    !standby &&
    !numbers &&
    !notice &&
    openCount + refunds.length + waitingRefunds + mails.length + imprint.length + unnamedMakers === 0
  return (
    <AdminPage title="What needs attention">
      {clear && (
        <p className="all-clear">
          <Icon name="check" />
          All clear
        </p>
      )}
      {standby && (
        <Notice tone="bad" title="This copy of the shop is not live">
          It was restored from the backup of <DateTime date={standby.backupMadeAt} />. It sends no emails and touches no
          payments: they wait until <code>npm run live</code> makes it the shop.
        </Notice>
      )}
      {numbers && (
        <Notice tone="bad" title="Invoices wait for their next numbers">
          This shop was restored from a backup, which does not have the numbers that were given since.{" "}
          <StaffLink to="/admin/settings/numbers">Check the numbers</StaffLink>
        </Notice>
      )}
      {waitingRefunds > 0 && (
        <Notice
          tone="neutral"
          title={`${pluralize(waitingRefunds, "order has", "orders have")} a refund that waits for somebody`}
        >
          Who asked for it may not refund as much.{" "}
          <Link to={paths.adminOrders({ payment: "waiting" })}>Show the orders</Link>
        </Notice>
      )}
      {imprint.length > 0 && (
        <Notice tone="neutral" title="The imprint is still a sample">
          Shoppers see places that nobody has filled in.{" "}
          <StaffLink to="/admin/page/imprint">Edit the imprint</StaffLink>
        </Notice>
      )}
      {unnamedMakers > 0 && (
        <Notice
          tone="neutral"
          title={`${pluralize(unnamedMakers, "product does", "products do")} not name a manufacturer`}
        >
          You send to the EU, where a product’s page has to name its manufacturer with a postal address and an email or
          web address. They are among the <Link to="/admin/products">product’s</Link> facts, and in the columns of its
          file.
        </Notice>
      )}
      {notice && (
        <Notice tone="neutral" title="The EU’s notice on the legal guarantee is missing">
          You send to the EU, where shops have to show it.{" "}
          <StaffLink to="/admin/settings/legal-guarantee">Upload the notice</StaffLink>
        </Notice>
      )}
      {count > 0 && (
        <section className="stack" aria-labelledby="payments">
          <h2 id="payments">Payments</h2>
          <Incidents incidents={incidents} count={count} list={{ path: "/admin/attention", filter }} />
        </section>
      )}
      {refunds.length > 0 && (
        <section className="stack" aria-labelledby="refunds">
          <h2 id="refunds">Refunds on their way</h2>
          <WaitingRefunds refunds={refunds} />
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
