import type { ServerBuild } from "@remix-run/node"
import type { Shop } from "~/domain/shop"
import type { RequestLogFields } from "./request-log-fields"
import type { DeviceCookie } from "./session/device-cookie.server"
import type { DraftCookie } from "./session/draft-cookie.server"
import type { ResetCookie } from "./session/reset-cookie.server"
import type { SessionCookie } from "./session/session-cookie.server"
import type { ToastCookie } from "./session/toast-cookie.server"
import type { ViewedCookie } from "./session/viewed-cookie.server"

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true
  }

  /** The dependencies that the server passes to every request. */
  interface AppLoadContext {
    shop: Shop
    sessionCookie: SessionCookie
    deviceCookie: DeviceCookie
    resetCookie: ResetCookie
    toastCookie: ToastCookie
    draftCookie: DraftCookie
    viewedCookie: ViewedCookie
    /** The Content-Security-Policy nonce of this answer; absent where its inline scripts are known by their hashes. */
    nonce?: string
    /** Whether every stranger gets this answer: then it says nothing of the request that it was made for. */
    isShared: boolean
    /** Counts a view of what was searched for and found. */
    recordSearch(keyword: string): void
    /** Names this request in the log, and on the page when something broke. */
    requestId: string
    /** The fields that the log shows about this request beside its address. */
    logFields: RequestLogFields
    /** The client's address, as far as TRUST_PROXY lets it be believed. */
    clientAddress: string
    contextMenu: "blocked" | "allowed"
    /** Whether `/dev/mail` exists: only on the embedded default. */
    mailPage: boolean
    /** All routes that are served: the description of the API is read off them. */
    build: () => Promise<ServerBuild>
  }
}
