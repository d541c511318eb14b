import { z } from "zod"
import type { Call, RefusalStatus } from "~/http/doorways/call"
import { CROSS_SITE_MESSAGE, UNNAMED_PAGE_MESSAGE } from "~/http/origin/cross-site"
import { OUTAGE_MESSAGE } from "~/http/outage"
import { fieldDescriptions } from "./field-descriptions"
import { type Components, exampleOf, type JsonSchema, jsonSchema } from "./json-schema"
import type { ServedCall } from "./served-calls"

interface Parameter {
  name: string
  in: "path" | "query"
  required: boolean
  description?: string
  schema: JsonSchema
}

interface Media {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface OpenApiResponse {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, OpenApiResponse>
}

export function describeCall({ path, method, call }: ServedCall, components: Components): Operation {
  const parameters = [...pathParameters(path), ...queryParameters(call.query, components)]
  const content = requestContent(call, components)
  return {
    operationId: operationIdOf(call.summary),
    summary: call.summary,
    description: call.notes,
    tags: [call.chapter],
    security: requiresSession(call) ? [{ session: [] }] : [],
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: content && { required: true, content },
    responses: {
      [call.status ?? 200]: successResponse(call, components),
      ...(call.audience === null ? { 304: { description: "Not changed since the given `ETag`." } } : {}),
      ...failureResponses(call, method),
    },
  }
}

/** Turns "List the reviews of a product" into `listTheReviewsOfAProduct`. */
function operationIdOf(summary: string): string {
  const [first = "", ...rest] = summary.replace(/[^\w\s]/g, "").split(/\s+/)
  return first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description:
      name === "id" ? "24 hex characters; anything else is not found." : "The token of the link in the email.",
    schema: { type: "string" },
  }))
}

function queryParameters(query: z.ZodType | undefined, components: Components): Parameter[] {
  if (!query) return []
  const { properties = {}, required = [] } = jsonSchema(query, "input", components)
  return Object.entries(properties).map(([name, property]) => {
    const { description = fieldDescriptions[name], ...schema } = asQueryText(property as JsonSchema)
    return { name, in: "query", required: required.includes(name) && !("default" in schema), description, schema }
  })
}

/** A query is text: values that may be text or numbers are numbers, and nothing is null. */
function asQueryText({ anyOf, ...schema }: JsonSchema): JsonSchema {
  if (schema.default === null) schema.default = undefined
  if (!anyOf) return schema
  const choice = anyOf.find(({ type }) => type === "number") ?? anyOf.find(({ type }) => type !== "null")
  return { ...choice, ...schema }
}

function requestContent(call: Call, components: Components): Record<string, Media> | undefined {
  if (!call.body) return undefined
  const { body, parsedLater, pictures, example } = call
  const fields = jsonSchema(body, "input", components)
  for (const [name, later] of Object.entries(parsedLater ?? {})) {
    fields.properties = { ...fields.properties, [name]: jsonSchema(later, "input", components) }
    fields.required = fields.required?.filter((required) => required !== name)
  }
  const json = withPictures(fields, pictures, sentAsText)
  const multipart = withPictures(fields, pictures, { type: "string", contentMediaType: "application/octet-stream" })
  return {
    "application/json": { schema: withDescriptions(json), example },
    "application/x-www-form-urlencoded": { schema: withDescriptions(json) },
    "multipart/form-data": { schema: withDescriptions(multipart) },
  }
}

/** The URL of a picture may be sent back, and counts as no picture. */
const sentAsText: JsonSchema = { type: ["string", "object"] }

function withPictures(fields: JsonSchema, field: Call["pictures"], picture: JsonSchema): JsonSchema {
  if (!field) return fields
  const schema = { ...pictureFields[field], ...(field === "avatar" ? picture : oneOrMany(picture)) }
  return { ...fields, properties: { ...fields.properties, [field]: schema } }
}

const oneOrMany = (picture: JsonSchema): JsonSchema => ({ anyOf: [picture, { type: "array", items: picture }] })

const pictureFields = {
  avatar: {
    description: "A file or a base64 data URL. If absent or empty, there is no picture, or it stays unchanged.",
  },
  images: {
    description:
      "One or several files or base64 data URLs, which replace all pictures. If absent or empty, the pictures stay unchanged.",
  },
}

function successResponse(call: Call, components: Components): OpenApiResponse {
  const { properties = {}, required = [] } = responseSchema(call, components)
  const message: Record<string, JsonSchema> =
    call.successMessage === undefined ? {} : { message: { const: call.successMessage } }
  const contents = { ...message, ...properties }
  const schema = withDescriptions({
    type: "object",
    properties: { success: { const: true }, status: { const: "success" }, ...contents },
    required: [...new Set(["success", "status", ...Object.keys(message), ...required])],
    additionalProperties: false,
  })
  const media = { schema, example: exampleOf(schema, components) }
  return { description: call.successMessage ?? call.summary, content: { "application/json": media } }
}

function responseSchema({ response }: Call, components: Components): JsonSchema {
  return response ? jsonSchema(z.object(response), "output", components) : {}
}

function requiresSession({ audience }: Call): boolean {
  return audience !== null && audience.kind !== "visitor"
}

/** Responses of the call's own refusals, and those of its audience and its body */
function failureResponses(call: Call, method: string): Record<string, OpenApiResponse> {
  const words = new Map<number, string[]>()
  const add = (status: number, ...some: string[]) => words.set(status, [...(words.get(status) ?? []), ...some])
  for (const [status, own] of Object.entries(call.refusals ?? {})) add(Number(status) as RefusalStatus, ...[own].flat())
  if (requiresSession(call)) add(401, "Please login to access this resource")
  if (call.audience?.kind === "staff") add(403, "Role: user is not allowed to access this resource")
  if (method !== "GET") add(403, CROSS_SITE_MESSAGE)
  if (method === "POST") add(403, UNNAMED_PAGE_MESSAGE)
  if (call.body) {
    if (!words.has(400)) add(400, "This request cannot be read; please send it again")
    add(408, "Your connection was too slow for this. Please try again.")
    add(413, "This request is too large")
    add(415, "Please send this as one of multipart/form-data, application/x-www-form-urlencoded, application/json")
  }
  add(414, "This address is too long.")
  add(500, "Something went wrong on our side. Please try again. (1f2e3d4c)")
  add(503, OUTAGE_MESSAGE)
  return Object.fromEntries([...words].map(([status, some]) => [status, failureResponse(status, some)]))
}

function failureResponse(status: number, words: string[]): OpenApiResponse {
  const schema = { $ref: "#/components/schemas/Failure" }
  const values = words.map((message) => ({ value: { success: false, status: "error", message } }))
  const media =
    values.length === 1
      ? { schema, example: values[0]?.value }
      : { schema, examples: Object.fromEntries(values.map((value, index) => [`words${index + 1}`, value])) }
  const retry = { description: "Seconds until you can try again.", schema: { type: "integer" as const } }
  return {
    description: words.join(" · "),
    headers: status === 429 || status === 503 ? { "Retry-After": retry } : undefined,
    content: { "application/json": media },
  }
}

/** Adds `fieldDescriptions` to fields without a description. */
export function withDescriptions(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const inner = withDescriptions(property as JsonSchema)
    const description = inner.description ?? fieldDescriptions[name]
    return [name, description && !inner.$ref && !inner.enum ? { ...inner, description } : inner]
  })
  return properties.length > 0 ? { ...schema, properties: Object.fromEntries(properties) } : schema
}
