import { createCookieSessionStorage } from "@remix-run/node"
import { createToastUtilsWithCustomSession } from "remix-toast"
import type { CookieSettings } from "./session-cookie.server"

export interface Toast {
  type: "success" | "error" | "info"
  message: string
  /** A form that takes back what the message reports. */
  undo?: { action: string; fields: Record<string, string> }
}

export interface ToastCookie {
  /** The `Set-Cookie` value that shows this toast on the next page. */
  write(toast: Toast): Promise<string>
  /** The toast that waits for this browser, and the `Set-Cookie` value that takes it away. */
  take(request: Request): Promise<{ toast: Toast; cookie: string } | null>
}

const NAME = "counter-toast"

/** Toasts travel in a signed flash cookie of their own; remix-toast's default one is not signed. */
export function openToastCookie({ secrets, secure }: CookieSettings): ToastCookie {
  const name = secure ? `__Host-${NAME}` : NAME
  const storage = createCookieSessionStorage({
    cookie: { name, secrets, secure, httpOnly: true, sameSite: "lax", path: "/", maxAge: 60 },
  })
  const { redirectWithToast, getToast } = createToastUtilsWithCustomSession(storage)
  return {
    async write({ type, message, undo }) {
      const description = undo && new URLSearchParams({ action: undo.action, ...undo.fields }).toString()
      const answer = await redirectWithToast("/", { type, message, description })
      return answer.headers.get("Set-Cookie") ?? ""
    },
    async take(request) {
      if (!request.headers.get("Cookie")?.includes(`${name}=`)) return null
      const { toast, headers } = await getToast(request)
      if (!toast) return null
      const type = toast.type === "warning" ? "info" : toast.type
      const { action, ...fields } = Object.fromEntries(new URLSearchParams(toast.description))
      const undo = action ? { action, fields } : undefined
      return { toast: { type, message: toast.message, undo }, cookie: headers.get("Set-Cookie") ?? "" }
    },
  }
}
