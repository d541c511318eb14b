import type { RequestListener } from "node:http"
import { context, SpanKind, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources"
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace"
import type { LogEvent } from "kysely"
import { trimEnd } from "~/domain/trim-end"
import { errorType, failSpan } from "./fail-span"
import { traceOutgoingCalls } from "./outgoing-calls.server"

/**
 * What becomes of a request: a span for it, and within it one for each statement and each call of another service. They
 * name routes, hosts and statements with placeholders, never addresses, values or bodies: those may be secret.
 */
export interface Tracing {
  /** Answers each request in a span of its own. */
  traceRequests(answer: RequestListener, routeLabel: (url: string) => string): RequestListener
  /** Does work that no request asked for in a span of its own. */
  traceWork<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Notes a statement of the request or work that is under way. */
  noteStatement(event: LogEvent): void
  /** Sends what is still to be sent, within the exporter's time limit. */
  close(): Promise<void>
}

interface TracingOptions {
  /** The address of an OTLP collector. */
  endpoint: string
  /** The part of the requests and works that are traced, 0 to 1. */
  sampled: number
  version: string
}

/** What balancers and monitoring ask all the time. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"])
/** Characters; the longest statements are lists of placeholders. */
const MAX_STATEMENT = 2_000

/** Sends traces as OTLP in JSON. The library reads further OTEL_ variables itself, such as those of headers and limits. */
export function openTracing({ endpoint, sampled, version }: TracingOptions): Tracing {
  const described = resourceFromAttributes({ "service.name": "counter", "service.version": version })
  const provider = new TracerProvider({
    resource: described.merge(detectResources({ detectors: [envDetector] })),
    sampler: new TraceIdRatioBasedSampler(sampled),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${trimEnd(endpoint, "/")}/v1/traces` }) }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer("counter", version)
  const stopTracingCalls = traceOutgoingCalls(tracer)
  return {
    traceRequests: (answer, routeLabel) => (request, response) => {
      const route = routeLabel(request.url ?? "/")
      if (PROBES.has(route)) return answer(request, response)
      const method = request.method ?? ""
      const attributes = { "http.request.method": method, "http.route": route }
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes })
      response.once("close", () => {
        const { statusCode, writableFinished } = response
        span.setAttribute("http.response.status_code", statusCode)
        if (!writableFinished) failSpan(span, "aborted")
        else if (statusCode >= 500) failSpan(span, String(statusCode))
        span.end()
      })
      context.with(trace.setSpan(context.active(), span), () => answer(request, response))
    },
    traceWork: (name, work) =>
      tracer.startActiveSpan(name, async (span) => {
        try {
          return await work()
        } catch (error) {
          failSpan(span, errorType(error))
          throw error
        } finally {
          span.end()
        }
      }),
    noteStatement({ query, queryDurationMillis, ...event }) {
      // What belongs to no request or work would be a trace of one statement.
      if (!trace.getActiveSpan()) return
      const text = query.sql.trim().slice(0, MAX_STATEMENT)
      const ended = Date.now()
      const span = tracer.startSpan(/^\w*/.exec(text)?.[0] || "statement", {
        kind: SpanKind.CLIENT,
        startTime: ended - queryDurationMillis,
        attributes: { "db.system.name": "postgresql", "db.query.text": text },
      })
      if (event.level === "error") failSpan(span, errorType(event.error))
      span.end(ended)
    },
    async close() {
      stopTracingCalls()
      await provider.shutdown()
      context.disable()
    },
  }
}
