import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Logger } from "pino"
import { plainAddress } from "~/domain/accounts/rate-limit-keys.server"
import { cutOffStalledClients } from "~/http/clients/stalled-clients.server"
import { failureBody } from "~/http/doorways/envelope.server"
import { refusalPage } from "~/http/doorways/refusal-page.server"
import { isApiPath } from "~/http/middleware/api-requests.server"

interface HttpServerOptions {
  shopName: () => string
  behindProxy?: boolean
  log: Pick<Logger, "info">
  /** Milliseconds for which a client may receive nothing */
  longestStall?: number
}

/** Proxies must close idle connections first, or they may lose a form that they cannot send again. */
const PROXY_KEEP_ALIVE = 125_000

export function createHttpServer(options: HttpServerOptions, handler: RequestListener): Server {
  const connections = new WeakMap<Duplex, Connection>()
  // The application rejects a missing Host, because Node's response has no body.
  const keepAliveTimeout = options.behindProxy ? PROXY_KEEP_ALIVE : 5_000
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 180_000, keepAliveTimeout, requireHostHeader: false },
    (request, response) => {
      const connection = connections.get(request.socket)
      if (!connection || request.socket.writableEnded) return request.socket.destroy()
      connection.request = request
      connection.open.add(response)
      response.on("close", () => connection.open.delete(response))
      handler(request, response)
    },
  )
  server.on("connection", (socket: Socket) => connections.set(socket, openConnection(socket)))
  cutOffStalledClients(server, options.log, options.longestStall)
  server.on("checkExpectation", (request: IncomingMessage) => refuse(request.socket, 417, request.url))
  server.on("connect", (_request, socket) => refuse(socket, 405))
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const { request, open } = connections.get(socket) ?? { open: new Set() }
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy()
    const isOfBody = request !== undefined && !request.complete
    if (isOfBody && open.size === 0) return closeSocket(socket)
    const isUnanswered = isOfBody && open.size === 1 && ![...open].some(({ headersSent }) => headersSent)
    if (open.size > 0 && !isUnanswered) return socket.destroy()
    refuse(socket, statuses[error.code ?? ""] ?? 400, isOfBody ? request.url : requestPath(error.rawPacket), error.code)
  })

  function refuse(socket: Duplex & { remoteAddress?: string }, status: number, path = "/", code?: string) {
    options.log.info(
      { address: plainAddress(socket.remoteAddress ?? ""), status, refusal: "malformed", code },
      "request",
    )
    closeSocket(socket, rawResponse(status, path, options.shopName()))
  }
  return server
}

interface Connection {
  /** The last response on the connection */
  request?: IncomingMessage
  /** Unfinished responses */
  open: Set<ServerResponse>
}

const CLOSE_TIMEOUT = 2_000
const LINGER_TIMEOUT = 5_000

/** Closes once the request has arrived: closing with unread bytes resets the connection, and the response may be lost. */
function openConnection(socket: Socket): Connection {
  const connection: Connection = { open: new Set() }
  const destroySoon = () => Socket.prototype.destroySoon.call(socket)
  socket.destroySoon = () => {
    const { request } = connection
    if (!request || request.complete) return destroySoon()
    socket.end()
    request.once("end", destroySoon)
    const timeout = setTimeout(() => socket.destroy(), LINGER_TIMEOUT)
    socket.once("close", () => clearTimeout(timeout))
  }
  return connection
}

/** Node applies no timeout to such sockets, and an unhandled error of one would end the process. */
function closeSocket(socket: Duplex, response = ""): void {
  socket.on("error", () => socket.destroy())
  const timeout = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT)
  socket.on("close", () => clearTimeout(timeout))
  socket.resume()
  socket.end(response)
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const messages: Record<number, string> = {
  400: "This request is not valid.",
  405: "This server is not a proxy.",
  408: "This request took too long.",
  413: "This request is too large.",
  417: "The shop does not support this request.",
  431: "The headers of this request are too long.",
}

function requestPath(packet: Buffer | undefined): string | undefined {
  return /^[A-Z]+ ([^\s?]{1,200})/.exec(packet?.toString("latin1", 0, 300) ?? "")?.[1]
}

function rawResponse(status: number, path: string, shopName: string): string {
  const message = messages[status] ?? ""
  const [type, body] = isApiPath(path)
    ? ["application/json", JSON.stringify(failureBody(message))]
    : ["text/html", refusalPage({ status, message, shopName })]
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Cache-Control: no-store",
    ...(status === 405 ? ["Allow: GET, HEAD, POST"] : []),
    "Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n")
}
