import { Notice } from "./notice"

interface FactorNoticeProps {
  /** `YYYY-MM-DD` */
  from: string
  isNeeded: boolean
}

/** A notice for staff without a second factor */
export function FactorNotice({ from, isNeeded }: FactorNoticeProps) {
  if (isNeeded) {
    return (
      <Notice tone="bad" title="Please set up a second factor">
        <p>All staff need one. Until you set it up, you cannot open other pages.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="neutral" title="You will need a second factor">
      <p>
        From <time dateTime={from}>{from}</time> on, all staff need one to work here.{" "}
        <a href="/account/security">Set one up</a>
      </p>
    </Notice>
  )
}
