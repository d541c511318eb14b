import { type Span, SpanStatusCode } from "@opentelemetry/api"

/** Marks what a span is about as failed: by a code, because messages may quote what somebody typed. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute("error.type", type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The code of an error, or its name. */
export function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === "string" ? code : (name ?? "error")
}
