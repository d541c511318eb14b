import { existsSync, readFileSync } from "node:fs"
import { request as sendPlain } from "node:http"
import { request as sendSecure } from "node:https"
import { join } from "node:path"
import { text } from "node:stream/consumers"

/** Returns the path of an installed program, or `null`. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** Returns the first nginx configuration on a page of the docs. */
export function nginxTextOf(page: string): string {
  const [, text = ""] = /^ *```nginx\n([\s\S]*?)^ *```$/m.exec(readFileSync(page, "utf8")) ?? []
  return text
}

/** Returns the Caddyfile of `compose.yaml`, with variables replaced as Compose does. */
export function caddyfileOfCompose(): string {
  const [, text = ""] =
    /\n {2}proxy:\n {4}content: \|\n((?: {6}.*\n)+)/.exec(readFileSync("compose.yaml", "utf8")) ?? []
  return text.replaceAll("$$", "$")
}

interface ProxiedRequest {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface ProxiedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Sends a request without normalizing the path or checking the certificate. */
export function sendRaw(secure: boolean, { body, ...request }: ProxiedRequest): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", rejectUnauthorized: false, agent: false as const, ...request }
    const sent = (secure ? sendSecure : sendPlain)(options, async (response) => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: await text(response) })
    })
    sent.on("error", reject).end(body)
  })
}
