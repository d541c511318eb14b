import { createCookieSessionStorage } from "@remix-run/node"
import { createToastUtilsWithCustomSession } from "remix-toast"
import { type CookieSettings, cookieOptions } from "./signed-cookie.server"

export interface Toast {
  type: "success" | "error" | "info"
  message: string
  undo?: { action: string; fields: Record<string, string> }
}

export type ToastCookie = ReturnType<typeof openToastCookie>

const ONE_MINUTE = 60

/** remix-toast's default cookie is not signed. */
export function openToastCookie(settings: CookieSettings) {
  const cookie = cookieOptions("counter-toast", settings, { maxAge: ONE_MINUTE })
  const storage = createCookieSessionStorage({ cookie })
  const { redirectWithToast, getToast } = createToastUtilsWithCustomSession(storage)
  return {
    async write({ type, message, undo }: Toast): Promise<string> {
      const description = undo && new URLSearchParams({ action: undo.action, ...undo.fields }).toString()
      const response = await redirectWithToast("/", { type, message, description })
      return response.headers.get("Set-Cookie") ?? ""
    },
    async take(request: Request): Promise<{ toast: Toast; cookie: string } | null> {
      if (!request.headers.get("Cookie")?.includes(`${cookie.name}=`)) return null
      const { toast, headers } = await getToast(request)
      if (!toast) return null
      const type = toast.type === "warning" ? "info" : toast.type
      const { action, ...fields } = Object.fromEntries(new URLSearchParams(toast.description))
      const undo = action ? { action, fields } : undefined
      return { toast: { type, message: toast.message, undo }, cookie: headers.get("Set-Cookie") ?? "" }
    },
  }
}
