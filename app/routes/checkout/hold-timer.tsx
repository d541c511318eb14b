import { useEffect, useState } from "react"
import { Icon } from "~/ui/icon"

interface HoldTimerProps {
  expiresAt: string
  /** As the server counted them; scripts count on. */
  minutesLeft: number
}

/** How long the items are still kept. */
export function HoldTimer({ expiresAt, minutesLeft }: HoldTimerProps) {
  const [minutes, setMinutes] = useState(minutesLeft)
  useEffect(() => {
    const count = () => setMinutes(Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 60_000)))
    const timer = setInterval(count, 5_000)
    return () => clearInterval(timer)
  }, [expiresAt])
  return (
    <p className="muted">
      <Icon name="lock" />{" "}
      {minutes === 0
        ? "The time to pay is over; your items may go to somebody else."
        : `Your items are kept for ${minutes === 1 ? "one more minute" : `${minutes} more minutes`}.`}
    </p>
  )
}
