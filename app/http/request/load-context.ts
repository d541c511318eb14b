import type { ServerBuild } from "@remix-run/node"
import type { Session } from "~/domain/accounts/sessions/sessions.server"
import type { Shop } from "~/domain/shop"
import type { DocumentStore } from "~/http/documents/document-store.server"
import type { PageTemplate } from "~/http/frame/page-template.server"
import type { Cookies } from "~/http/session/cookies.server"
import type { RequestLogFields } from "./request-log-fields"

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true
  }

  interface AppLoadContext extends Cookies {
    shop: Shop
    nonce?: string
    isShared: boolean
    keepTemplate?(template: PageTemplate): void
    /** The request's session, if it has been read */
    foundSession?: Promise<Session | null>
    /** Whether the request need not read the settings, because cached pages have the same or it uses none */
    hasCurrentSettings?: boolean
    recordSearch(words: string): void
    /** Keeps the response out of the cache, because an outage renders outdated data. */
    noteOutage(): void
    requestId: string
    logFields: RequestLogFields
    clientAddress: string
    documents: DocumentStore
    drained(): Promise<boolean>
    contextMenu: "blocked" | "allowed"
    mailPage: boolean
    build: () => Promise<ServerBuild>
  }
}
