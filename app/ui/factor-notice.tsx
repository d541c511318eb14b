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
        <p>Everybody who works here needs one. Until you have yours, nothing else opens.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="neutral" title="You will need a second factor">
      <p>
        From <time dateTime={from}>{from}</time> on, everybody who works here needs one, and nothing else opens without.{" "}
        <a href="/account/security">Set one up</a>
      </p>
    </Notice>
  )
}
