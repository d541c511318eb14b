import { type PointerEvent, useRef } from "react"

/** Pixels. */
const DISMISS_DISTANCE = 96

export function useSwipeToDismiss(onDismiss: () => void) {
  const start = useRef<number | null>(null)

  function move(element: HTMLElement, distance: number) {
    element.style.translate = distance ? `${distance}px` : ""
    element.style.opacity = distance ? String(Math.max(0.2, 1 - Math.abs(distance) / (2 * DISMISS_DISTANCE))) : ""
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if ((event.target as Element).closest("button, a")) return
      start.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current !== null) move(event.currentTarget, event.clientX - start.current)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return
      const distance = event.clientX - start.current
      start.current = null
      if (Math.abs(distance) >= DISMISS_DISTANCE) onDismiss()
      else move(event.currentTarget, 0)
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null
      move(event.currentTarget, 0)
    },
  }
}
