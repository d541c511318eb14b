// /admin/discounts

import { useLoaderData } from "@remix-run/react"
import { shortDay } from "~/domain/days/calendar"
import { lastDayOf } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { type DiscountStatus, discountStatusNames } from "~/domain/discounts/discount"
import { DiscountFilter, DiscountStop } from "~/domain/discounts/discount-filter"
import { describeKind } from "~/domain/discounts/discount-notes"
import { listDiscounts } from "~/domain/discounts/discount-table.server"
import { adminForm } from "~/http/doorways/form.server"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { pageAddress } from "~/http/request/request-path"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { title } from "~/ui/shell/title"
import { Permitted, RecordLink, StaffButtonLink } from "../permitted/permitted"
import { ExportLink, ListPage } from "../tables/list-page"
import { RowButton } from "../tables/row-button"

const LIST = "/admin/discounts"

export const meta = title("Discounts")

export const loader = adminPage("discounts.see", async (ctx) => {
  const { discounts, ...list } = await listOrNothing(ctx, DiscountFilter, listDiscounts, { discounts: [], count: 0 })
  const days = daysOf(ctx.shop)
  const { currency } = ctx.shop.settings.current.pricing
  return {
    ...list,
    discounts: discounts.map(({ id, name, code, status, uses, maxUses, startsAt, endsAt, ...rule }) => ({
      ...{ id, name, code, status, uses, maxUses },
      from: startsAt && shortDay(days.dayOf(startsAt)),
      until: endsAt && shortDay(lastDayOf(endsAt, days)),
      takes: describeKind(rule, currency),
    })),
  }
})

/** Stops or resumes a discount. */
export const action = adminForm(
  "discounts.edit",
  DiscountStop,
  async ({ shop, actor, url, redirectWithSuccess }, { id, stopped }) => {
    const isStopped = stopped === "yes"
    const { stopDiscount } = await import("~/domain/discounts/save-discount.server")
    await stopDiscount(shop, actor, id, isStopped)
    const list = pageAddress(url)
    if (!isStopped) return redirectWithSuccess(list, "Discount resumed")
    return redirectWithSuccess(list, "Discount stopped", { action: list, fields: { id, stopped: "no" } })
  },
  { refused: asToast(({ url }) => pageAddress(url)) },
)

export default function Discounts() {
  const { discounts, count, filter, invalidValues } = useLoaderData<typeof loader>()
  const list = { path: LIST, filter, defaultSort: "-date" }
  return (
    <ListPage
      title="Discounts"
      lead="Codes for shoppers to enter, and automatic discounts."
      actions={
        <>
          <StaffButtonLink to="/admin/discount" small icon="plus">
            New discount
          </StaffButtonLink>
          <ExportLink list={list} />
        </>
      }
      list={list}
      count={count}
      empty={{
        title: "There are no discounts yet",
        icon: "tag",
        children: "Create a code for shoppers to enter, or an automatic discount.",
        action: <StaffButtonLink to="/admin/discount">New discount</StaffButtonLink>,
      }}
      invalidValues={invalidValues}
      search={{ name: "search", label: "Name or code", type: "search", autoComplete: "off" }}
      filters={[{ name: "by", label: "Type", options: kinds }]}
      columns={[
        { key: "name", label: "Name", narrow: "title", detail: "code", sort: ["name", "-name"] },
        { key: "takes", label: "Discount", narrow: "plain" },
        { key: "days", label: "Dates", narrow: "plain", sort: ["date", "-date"] },
        { key: "uses", label: "Uses", align: "end", narrow: "end" },
        { key: "status", label: "Status", narrow: "end" },
      ]}
      rows={discounts.map(({ id, name, code, takes, from, until, uses, maxUses, status }) => ({
        id,
        name: (
          <RecordLink to={paths.adminDiscount(id)}>
            <bdi>{name}</bdi>
          </RecordLink>
        ),
        code: code ?? "Automatic",
        takes,
        days: periodOf(from, until),
        uses: maxUses === null ? uses : `${uses} of ${maxUses}`,
        status: <Badge tone={tones[status]}>{discountStatusNames[status]}</Badge>,
        actions: (
          <Permitted needs="discounts.edit">
            {status === "stopped" ? (
              <RowButton fields={{ id, stopped: "no" }} name={`Resume ${name}`}>
                Resume
              </RowButton>
            ) : (
              <RowButton fields={{ id, stopped: "yes" }} name={`Stop ${name}`}>
                Stop
              </RowButton>
            )}
          </Permitted>
        ),
      }))}
    />
  )
}

function periodOf(from: string | null, until: string | null): string {
  if (from && until) return `${from} – ${until}`
  if (from) return `From ${from}`
  return until ? `Until ${until}` : "Always"
}

const kinds = [
  { value: "code", label: "With a code" },
  { value: "automatic", label: "Automatic" },
]

const tones: Record<DiscountStatus, "good" | "bad" | "neutral"> = {
  running: "good",
  planned: "neutral",
  "used-up": "neutral",
  ended: "neutral",
  stopped: "bad",
}
