import type { IncomingMessage } from "node:http"

const HOST_SYNTAX = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i

export function hasValidHost({ rawHeaders, headers }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts++
  return hosts <= 1 && isHost(headers.host ?? "")
}

/** Also rejects hosts that no URL can have, such as 256.1.1.1 or port 99999. */
function isHost(text: string): boolean {
  return HOST_SYNTAX.test(text) && URL.canParse(`http://${text}`)
}
