import { useRevalidator } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { Icon } from "~/ui/icon"

/** Counts the server's seconds, because the device's clock may be wrong. */
export function HoldTimer({ secondsLeft }: { secondsLeft: number }) {
  const left = useCountdown(secondsLeft)
  useRevalidateWhenOver(left === 0)
  const minutes = Math.ceil(left / 60)
  return (
    <p className="muted">
      <Icon name="lock" />{" "}
      {left === 0
        ? "Your time to pay has passed. Your items may be sold to someone else."
        : `Your items are reserved for ${minutes === 1 ? "one more minute" : `${minutes} more minutes`}.`}
    </p>
  )
}

function useCountdown(secondsLeft: number): number {
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const end = performance.now() + secondsLeft * 1000
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    count()
    const timer = setInterval(count, 1_000)
    return () => clearInterval(timer)
  }, [secondsLeft])
  return left
}

/** The server decides about the next page when the time is over. */
function useRevalidateWhenOver(over: boolean): void {
  const { revalidate } = useRevalidator()
  const asked = useRef(false)
  useEffect(() => {
    if (!over || asked.current) return
    asked.current = true
    revalidate()
  }, [over, revalidate])
}
