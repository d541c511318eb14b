import type { HeadersFunction } from "@remix-run/node"

/** For pages that depend on a secret in a cookie, or show one */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" })
