import { createCookie, createCookieSessionStorage } from "@remix-run/node"
import { createToastUtilsWithCustomSession } from "remix-toast"
import { cutAtWord } from "~/domain/text/cut-at-word"
import { type CookieSettings, type CookieSource, cookieOptions } from "./signed-cookie.server"

export interface Toast {
  type: "success" | "error" | "info"
  message: string
  undo?: { action: string; fields: Record<string, string> }
}

export type ToastCookie = ReturnType<typeof openToastCookie>

const ONE_MINUTE = 60

/**
 * Bytes of the whole Set-Cookie header. Remix throws beyond 4,096; less leaves room for the fullest cart and the other
 * cookies in the 8 kB that proxies accept of one header.
 */
export const MAX_TOAST_COOKIE = 2_048

/** Bytes of contents, each of which takes at most four in the cookie */
const SURELY_FITS = 400

/** remix-toast's default cookie is not signed. */
export function openToastCookie(settings: CookieSettings) {
  const cookie = cookieOptions("counter-toast", settings, { maxAge: ONE_MINUTE })
  const storage = createCookieSessionStorage({ cookie })
  const measured = createCookie(cookie.name, cookie)
  const { redirectWithToast, getToast } = createToastUtilsWithCustomSession(storage)

  const fits = async (toast: Toast) =>
    Buffer.byteLength(JSON.stringify(contentsOf(toast))) <= SURELY_FITS ||
    (await measured.serialize({ __flash_toast__: contentsOf(toast) })).length <= MAX_TOAST_COOKIE

  /** Shortens the message, then leaves out the page that Undo leads back to, and finally Undo. */
  async function shorten(toast: Toast): Promise<Toast> {
    const { message, undo } = toast
    for (const kept of [undo, undo && withoutBack(undo), undefined])
      for (const length of lengths(message)) {
        const shorter = { ...toast, message: cutAtWord(message, length), undo: kept }
        if (await fits(shorter)) return shorter
      }
    return { ...toast, message: "", undo: undefined }
  }

  return {
    async write(toast: Toast): Promise<string> {
      const response = await redirectWithToast("/", contentsOf((await fits(toast)) ? toast : await shorten(toast)))
      return response.headers.get("Set-Cookie") ?? ""
    },
    /** A HEAD request takes none: edbrowse asks so whether a page that it has seen is still the same. */
    async take(request: CookieSource & { method?: string }): Promise<{ toast: Toast; cookie: string } | null> {
      if (request.method === "HEAD" || !request.headers.get("Cookie")?.includes(`${cookie.name}=`)) return null
      const { toast, headers } = await getToast(request as Request)
      if (!toast) return null
      const type = toast.type === "warning" ? "info" : toast.type
      const { action, ...fields } = Object.fromEntries(new URLSearchParams(toast.description))
      const undo = action ? { action, fields } : undefined
      return { toast: { type, message: toast.message, undo }, cookie: headers.get("Set-Cookie") ?? "" }
    },
  }
}

function contentsOf({ type, message, undo }: Toast) {
  const description = undo && new URLSearchParams({ action: undo.action, ...undo.fields }).toString()
  return { type, message, description }
}

function withoutBack({ action, fields: { back: _, ...fields } }: NonNullable<Toast["undo"]>) {
  return { action, fields }
}

const LONGEST = 1_200
const SHORTEST = 150

/**
 * Lengths of a message in characters, from its own down; if the shortest does not fit, the other parts are too long.
 */
function lengths(message: string): number[] {
  const tries: number[] = []
  for (let length = Math.min(message.length, LONGEST); length > SHORTEST; length = Math.floor(length * 0.8))
    tries.push(length)
  return [...tries, SHORTEST]
}
