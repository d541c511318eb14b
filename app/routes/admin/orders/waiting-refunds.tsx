import type { WaitingRefund } from "~/domain/orders/cancellation/refund-requests.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"
import { Notice } from "~/ui/notice"
import { RowButton } from "../tables/row-button"
import { useMay } from "../use-may"
import { refundSearchParams } from "./refund-query"

interface WaitingRefundsProps {
  id: string
  waiting: Pick<WaitingRefund, "id" | "amount" | "request" | "by">[]
}

/** Each links to the page on which every large refund is confirmed. */
export function WaitingRefunds({ id: order, waiting }: WaitingRefundsProps) {
  const formatMoney = useFormatMoney()
  const may = useMay()
  return waiting.map(({ id, amount, request: { amount: asked, snapshot = 0, ...request }, by }) => {
    const typed = asked === "whole" ? { whole: "yes" as const } : { amount: asked }
    const { units = [], restock, reason, ofReturn } = request
    const query = refundSearchParams({
      ...{ ...typed, reason, snapshot },
      units: [...units],
      restock: restock ? "on" : undefined,
    })
    return (
      <Notice key={id} tone="neutral" title={`A refund of ${formatMoney(amount)} needs approval`}>
        <p>
          {by} requested it, but may not refund this amount.{reason && ` Reason: ${reason}`}
        </p>
        {may("orders.refund") && (
          <div className="cluster">
            <ButtonLink
              to={ofReturn ? paths.adminReturn(ofReturn.id, "/refund") : paths.confirmRefund(order, query)}
              small
            >
              Review the refund
            </ButtonLink>
            <RowButton
              action={paths.declineRefund(order)}
              fields={{ request: id }}
              name={`Decline the refund for ${by}`}
            >
              Decline
            </RowButton>
          </div>
        )}
      </Notice>
    )
  })
}
