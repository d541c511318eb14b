// /admin/payments/line/:id

import { Link, useLoaderData } from "@remix-run/react"
import type { Staff } from "~/domain/accounts/actor"
import { findBankLine } from "~/domain/bank-files/bank-files.server"
import { LineDecision } from "~/domain/bank-files/bank-filters"
import { type BankLine as BankLineData, lineOutcomes } from "~/domain/bank-files/bank-line"
import { ignoreLine, recordLine, reopenForLine, returnLine, undoLine } from "~/domain/bank-files/decide-line.server"
import { formatIban } from "~/domain/bank-transfer/iban"
import { formatMoney } from "~/domain/money/format-money"
import { orderName } from "~/domain/orders/order"
import type { Shop } from "~/domain/shop"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { DayOf } from "~/ui/date-time"
import { Fact } from "~/ui/fact"
import { PostForm } from "~/ui/form/post-form"
import { Refusal } from "~/ui/form/refusal"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { Permitted, RecordLink } from "../permitted/permitted"
import { LineState } from "./bank-line-rows"

export const meta = title<typeof loader>(({ line }) => `Payment of ${line.payerName || "an unknown payer"}`)

export const loader = adminPage("orders.refund", async ({ shop, actor, id }) => ({
  line: await findBankLine(shop, actor, id),
}))

export const action = adminForm(
  "orders.refund",
  LineDecision,
  async ({ shop, actor, id, url, redirectWithSuccess }, { decision, order }) =>
    redirectWithSuccess(url.pathname, await decisions[decision](shop, actor, { id, order })),
)

type Decide = (shop: Shop, staff: Staff<"orders.refund">, line: { id: string; order: string }) => Promise<string>

/** Each decision, and what it tells the owner */
const decisions: Record<LineDecision["decision"], Decide> = {
  record: async (shop, staff, line) => {
    const { kind } = await recordLine(shop, staff, line)
    if (kind === "part") return "Recorded. The order keeps waiting for the rest."
    return kind === "over" ? "Recorded. The rest is among the money to pay back." : "Recorded. The order is paid."
  },
  reopen: async (shop, staff, line) => {
    await reopenForLine(shop, staff, line)
    return "The order is reopened, and its payment is recorded"
  },
  return: async (shop, staff, { id }) => {
    await returnLine(shop, staff, id)
    return "The money is among the money to pay back"
  },
  ignore: async (shop, staff, { id }) => {
    await ignoreLine(shop, staff, id)
    return "The entry is set aside"
  },
  undo: async (shop, staff, { id }) => {
    await undoLine(shop, staff, id)
    return "Undone: the entry is open again"
  },
}

export default function BankLine() {
  const { line } = useLoaderData<typeof loader>()
  const { amount, currency, kind, orderId, orderNumber } = line
  const sum = formatMoney(kind === "reversal" ? -amount : amount, currency)
  return (
    <AdminPage title={`Payment of ${sum}`} lead={<Link to="/admin/payments">All payments</Link>}>
      <Refusal id="line" />
      <dl className="facts">
        <Fact name="Outcome">
          <LineState line={line} /> {line.status === "open" && lineOutcomes[line.outcome].meaning}
        </Fact>
        {orderId && orderNumber !== null && (
          <Fact name="Order">
            <RecordLink to={paths.adminOrder(orderId)}>{orderName(orderNumber)}</RecordLink>
          </Fact>
        )}
        <Fact name="Booked">
          <DayOf day={line.bookedOn} />
        </Fact>
        <Fact name="Payer">
          <bdi>{line.payerName || "Unknown"}</bdi>
        </Fact>
        {line.payerIban && <Fact name="Account">{formatIban(line.payerIban)}</Fact>}
        {line.reference && <Fact name="Reference">{line.reference}</Fact>}
        {line.text && <Fact name="Text">{line.text}</Fact>}
        <Fact name="File">
          <Link to={paths.bankFile(line.fileId)}>{line.fileName}</Link>
        </Fact>
      </dl>
      {line.status === "open" ? <NextSteps line={line} /> : <Undo />}
    </AdminPage>
  )
}

/** The clear way on first, then the others */
function NextSteps({ line }: { line: BankLineData }) {
  const { outcome, kind, orderNumber } = line
  if (outcome === "known") return null
  if (kind === "reversal")
    return (
      <>
        <p>If an order was paid by this money, undo its payment on the order’s page. Then set this entry aside.</p>
        <Decision name="ignore">Set it aside</Decision>
      </>
    )
  const order = orderNumber === null ? "" : String(orderNumber)
  const isUnclear = outcome === "unknown" || outcome === "similar"
  return (
    <div className="stack">
      {outcome === "similar" && (
        <Decision name="ignore" isMain>
          Set it aside: it is the same payment
        </Decision>
      )}
      {outcome === "matches" && (
        <Decision name="record" order={order} isMain>{`Record it for order #${order}`}</Decision>
      )}
      {outcome === "short" && (
        <Decision
          name="record"
          order={order}
          isMain
        >{`Record it, and keep waiting for the rest of order #${order}`}</Decision>
      )}
      {outcome === "over" && (
        <Decision name="record" order={order} isMain>{`Record it for order #${order}, and pay back the rest`}</Decision>
      )}
      {outcome === "cancelled" && (
        <Permitted needs="orders.cancel">
          <Decision name="reopen" order={order} isMain>{`Reopen order #${order}, and record it`}</Decision>
        </Permitted>
      )}
      {isUnclear && <ChooseOrder order={order} />}
      <Decision name="return" isMain={outcome === "twice"}>
        Pay the money back
      </Decision>
      {!isUnclear && outcome !== "currency" && <ChooseOrder order="" />}
      {outcome !== "similar" && <Decision name="ignore">Set it aside: it is not for an order</Decision>}
    </div>
  )
}

interface DecisionProps {
  name: LineDecision["decision"]
  order?: string
  isMain?: boolean
  children: string
}

function Decision({ name, order, isMain = false, children }: DecisionProps) {
  return (
    <PostForm tool={null}>
      <input type="hidden" name="decision" value={name} />
      {order !== undefined && <input type="hidden" name="order" value={order} />}
      <Button variant={isMain ? "primary" : "secondary"}>{children}</Button>
    </PostForm>
  )
}

function ChooseOrder({ order }: { order: string }) {
  return (
    <PostForm tool={null} className="cluster">
      <input type="hidden" name="decision" value="record" />
      <label htmlFor="order">
        Number of the order <input id="order" name="order" defaultValue={order} inputMode="numeric" required />
      </label>
      <Button variant="secondary">Record it for this order</Button>
    </PostForm>
  )
}

function Undo() {
  return (
    <PostForm tool={null}>
      <input type="hidden" name="decision" value="undo" />
      <Button variant="secondary">Undo</Button>
      <p className="muted">The entry is open again, and its order waits for the money as before.</p>
    </PostForm>
  )
}
