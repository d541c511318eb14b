import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { ClientRequest, IncomingMessage } from "node:http"
import { context, type Span, SpanKind, type Tracer, trace } from "@opentelemetry/api"
import { isTracingSuppressed } from "@opentelemetry/core"
import { errorType, failSpan } from "./fail-span"

const STARTED = "http.client.request.start"

/**
 * A span for each call that a request makes to another service, such as Stripe or S3, as Node itself tells of them. Its
 * name is the host: paths name payments and files.
 * @returns what ends it
 */
export function traceOutgoingCalls(tracer: Tracer): () => void {
  const onStart = (message: unknown) => {
    // The exporter's own calls say that they are not to be traced.
    if (!trace.getActiveSpan() || isTracingSuppressed(context.active())) return
    const { request } = message as { request: ClientRequest }
    const attributes = { "http.request.method": request.method, "server.address": request.host }
    const span = tracer.startSpan(`${request.method} ${request.host}`, { kind: SpanKind.CLIENT, attributes })
    request.once("response", ({ statusCode }: IncomingMessage) => setStatus(span, statusCode ?? 0))
    request.once("error", (error) => failSpan(span, errorType(error)))
    request.once("close", () => span.end())
  }
  subscribe(STARTED, onStart)
  return () => void unsubscribe(STARTED, onStart)
}

function setStatus(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status)
  if (status >= 400) failSpan(span, String(status))
}
