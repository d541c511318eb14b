import { existsSync, readFileSync } from "node:fs"
import { request as sendPlain } from "node:http"
import { request as sendSecure } from "node:https"
import { join } from "node:path"
import { text } from "node:stream/consumers"

/** The path of an installed program, or `null`. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** The first nginx configuration of a page of the docs, as it stands there. */
export function nginxTextOf(page: string): string {
  const [, text = ""] = /^ *```nginx\n([\s\S]*?)^ *```$/m.exec(readFileSync(page, "utf8")) ?? []
  return text
}

/** The Caddyfile of `compose.yaml`, as Compose hands it to the proxy. */
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

/** Sends a request exactly as it is written: the path is not normalised, and a certificate is not checked. */
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
