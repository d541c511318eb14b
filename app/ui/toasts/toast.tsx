import type { AnimationEvent } from "react"
import { PostForm } from "~/ui/form/post-form"
import { Icon, type IconName } from "~/ui/icon"
import { useHydrated } from "~/ui/use-hydrated"
import { useSwipeToDismiss } from "./use-swipe-to-dismiss"

export interface ToastView {
  type: "success" | "error" | "info"
  message: string
  undo?: { action: string; fields: Record<string, string> }
}

const icons: Record<ToastView["type"], IconName> = { success: "check", error: "alert", info: "info" }
const words: Record<ToastView["type"], string> = { success: "Done", error: "Error", info: "Note" }

/** The animation of the progress line is the timer: five seconds, paused under pointer and focus. */
export function Toast({ toast, onClose }: { toast: ToastView; onClose: () => void }) {
  const hydrated = useHydrated()
  const drag = useSwipeToDismiss(onClose)

  function closeWhenTimeIsUp(event: AnimationEvent) {
    if (event.animationName === "toast-clock") onClose()
  }
  return (
    <li className={`toast toast-${toast.type}`} {...drag}>
      <Icon name={icons[toast.type]} label={words[toast.type]} />
      <p>{toast.message}</p>
      {toast.undo && <Undo {...toast.undo} onSubmit={onClose} />}
      {hydrated && (
        <>
          <button type="button" className="icon-button toast-close" onClick={onClose}>
            <Icon name="close" label="Close message" />
          </button>
          <span className="toast-clock" aria-hidden="true" onAnimationEnd={closeWhenTimeIsUp} />
        </>
      )}
    </li>
  )
}

interface UndoProps extends NonNullable<ToastView["undo"]> {
  onSubmit: () => void
}

function Undo({ action, fields, onSubmit }: UndoProps) {
  return (
    <PostForm tool={null} action={action} onSubmit={onSubmit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="toast-undo">
        <Icon name="undo" />
        Undo
      </button>
    </PostForm>
  )
}
