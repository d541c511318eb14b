import { STATUS_CODES } from "node:http"
import { basename } from "node:path"
import express, { type RequestHandler, type Response } from "express"
import { parseVariantName } from "~/domain/media/picture"
import { removeDocumentHeaders } from "./security.server"

export function mediaFiles(folder: string): RequestHandler {
  const files = express.static(folder, {
    immutable: true,
    maxAge: "1y",
    index: false,
    redirect: false,
    dotfiles: "deny",
    fallthrough: false,
    setHeaders(response, path) {
      removeDocumentHeaders(response)
      const object = parseVariantName(basename(path))
      response.setHeader("Content-Type", object?.type ?? "application/octet-stream")
      response.setHeader("X-Content-Type-Options", "nosniff")
      // A CDN may be on another origin.
      response.setHeader("Cross-Origin-Resource-Policy", "cross-origin")
    },
  })
  return (request, response) => {
    if (!parseVariantName(request.path.slice(1))) return refuse(response, 404)
    files(request, response, (error) =>
      refuse(response, keptStatuses.has(error?.statusCode ?? 0) ? (error?.statusCode ?? 404) : 404),
    )
  }
}

const keptStatuses = new Set<number>([412, 416])

function refuse(response: Response, status: number) {
  response.removeHeader("Cache-Control")
  response.setHeader("X-Content-Type-Options", "nosniff")
  response.status(status).type("text/plain").send(STATUS_CODES[status])
}
