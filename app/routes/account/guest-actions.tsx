import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"

export const endAccessConsequence =
  "Links in earlier emails stop working, and this device no longer shows the order. You can ask for a new link at any time: it is sent to the email address of the order."

/** Parts of the order page for guests only: members have an account for them. */
export function GuestActions({ id }: { id: string }) {
  return (
    <div className="cluster no-print">
      <ButtonLink to={paths.orderData(id)} variant="quiet" icon="download">
        Download my data
      </ButtonLink>
      <ConfirmLink
        to={paths.endOrderAccess(id)}
        label="End access by link"
        title="End access to this order?"
        confirm="End access"
        keep="Keep access"
      >
        <p>{endAccessConsequence}</p>
      </ConfirmLink>
    </div>
  )
}
