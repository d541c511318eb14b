import { existsSync, readdirSync } from "node:fs"
import { extname, join } from "node:path"
import express, { type Request, type RequestHandler, type Response } from "express"

/** In the order in which they are sent to who takes several. */
const ENCODINGS = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
]

/**
 * The files that the build made for browsers. Names with a hash never change. Of a file that the build compressed
 * (`<name>.br` and `<name>.gz` beside it) the best form that the browser takes is sent as it is on disk.
 */
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
  const forms = formsIn(folder)
  const compressed = new Set([...forms.values()].flatMap((form) => [...form.values()]))
  const serve = express.static(folder, {
    ...options,
    setHeaders(response, path, stat) {
      nameForm(response, path)
      options?.setHeaders?.(response, path, stat)
    },
  })
  return (request, response, next) => {
    // The forms have no addresses of their own.
    if (compressed.has(request.path)) return next()
    const known = isRead(request) ? forms.get(request.path) : undefined
    if (!known) return serve(request, response, next)
    response.vary("Accept-Encoding")
    const asked = request.url
    request.url = chosenForm(request, known) ?? asked
    serve(request, response, (error) => {
      request.url = asked
      forgetForm(response)
      next(error)
    })
  }
}

/** The path of each file that was compressed, and the paths of its forms by the names of their encodings. */
function formsIn(folder: string): Map<string, Map<string, string>> {
  const forms = new Map<string, Map<string, string>>()
  for (const file of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []) {
    const encoding = ENCODINGS.find(({ ending }) => file.endsWith(ending))
    if (!encoding) continue
    const path = `/${file.replaceAll("\\", "/")}`
    const original = path.slice(0, -encoding.ending.length)
    forms.set(original, new Map(forms.get(original)).set(encoding.name, path))
  }
  return forms
}

/** Parts are parts of the file itself, so that every client can put them together (RFC 9110, section 14). */
function chosenForm(request: Request, forms: ReadonlyMap<string, string>): string | undefined {
  if (request.headers.range !== undefined) return undefined
  const accepted = ENCODINGS.find(({ name }) => forms.has(name) && request.acceptsEncodings(name))
  return accepted && forms.get(accepted.name)
}

/** Called when a file is about to be sent: a form has the type of what it is a form of. */
function nameForm(response: Response, path: string) {
  const encoding = ENCODINGS.find(({ ending }) => path.endsWith(ending))
  if (!encoding) return
  response.type(extname(path.slice(0, -encoding.ending.length)))
  response.setHeader("Content-Encoding", encoding.name)
}

/** A page of the shop gets them from a CDN, which sends on what it is sent: fonts and scripts only where this is said. */
function allowOtherOrigins(response: Response) {
  response.setHeader("Access-Control-Allow-Origin", "*")
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin")
}

/** A refusal (a condition that does not hold) is no file. */
function forgetForm(response: Response) {
  for (const name of ["Content-Encoding", "Content-Type", "Cache-Control", "ETag", "Last-Modified"])
    response.removeHeader(name)
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD"
}
