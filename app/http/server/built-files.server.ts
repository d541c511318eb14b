import { existsSync, readdirSync } from "node:fs"
import { extname, join } from "node:path"
import express, { type Request, type RequestHandler, type Response } from "express"
import { removeDocumentHeaders } from "~/http/middleware/security.server"

const ENCODINGS = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
]

/** Sends the compressed files of the build (`.br`, `.gz`) unchanged from disk. */
export function builtFiles(folder: string): RequestHandler[] {
  const assets = precompressed(join(folder, "assets"), {
    immutable: true,
    maxAge: "1y",
    index: false,
    setHeaders: allowOtherOrigins,
  })
  const others = precompressed(folder, { maxAge: "1h", index: false, redirect: false })
  return [express.Router().use("/assets", assets), others]
}

function precompressed(folder: string, options: Parameters<typeof express.static>[1]): RequestHandler {
  const encodings = encodingsIn(folder)
  const compressed = new Set([...encodings.values()].flatMap((paths) => [...paths.values()]))
  const serve = express.static(folder, {
    ...options,
    setHeaders(response, path, stat) {
      setEncoding(response, path)
      removeDocumentHeaders(response)
      options?.setHeaders?.(response, path, stat)
    },
  })
  return (request, response, next) => {
    // Compressed files cannot be requested directly.
    if (compressed.has(request.path)) return next()
    const known = isRead(request) ? encodings.get(request.path) : undefined
    if (!known) return serve(request, response, next)
    response.vary("Accept-Encoding")
    const requested = request.url
    request.url = chooseEncoding(request, known) ?? requested
    serve(request, response, (error) => {
      request.url = requested
      removeFileHeaders(response)
      next(error)
    })
  }
}

function encodingsIn(folder: string): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const file of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []) {
    const encoding = ENCODINGS.find(({ ending }) => file.endsWith(ending))
    if (!encoding) continue
    const path = `/${file.replaceAll("\\", "/")}`
    const original = path.slice(0, -encoding.ending.length)
    found.set(original, new Map(found.get(original)).set(encoding.name, path))
  }
  return found
}

/** Ranges refer to the uncompressed file (RFC 9110, section 14). */
function chooseEncoding(request: Request, paths: ReadonlyMap<string, string>): string | undefined {
  if (request.headers.range !== undefined) return undefined
  const accepted = ENCODINGS.find(({ name }) => paths.has(name) && request.acceptsEncodings(name))
  return accepted && paths.get(accepted.name)
}

function setEncoding(response: Response, path: string) {
  const encoding = ENCODINGS.find(({ ending }) => path.endsWith(ending))
  if (!encoding) return
  response.type(extname(path.slice(0, -encoding.ending.length)))
  response.setHeader("Content-Encoding", encoding.name)
}

/** Browsers load fonts and scripts from a CDN only with these headers. */
function allowOtherOrigins(response: Response) {
  response.setHeader("Access-Control-Allow-Origin", "*")
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin")
}

/** Refusals, such as 412, must not have these headers. */
function removeFileHeaders(response: Response) {
  for (const name of ["Content-Encoding", "Content-Type", "Cache-Control", "ETag", "Last-Modified"])
    response.removeHeader(name)
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD"
}
