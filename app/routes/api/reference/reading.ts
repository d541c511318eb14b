import type { ApiDocument } from "./document"
import { COMPONENT, type Components, type JsonSchema } from "./json-schema"
import { type Operation, OTHER_SITE } from "./operation"

/** The description as people read it. */
export interface Reading {
  about: string
  chapters: { name: string; calls: ReadCall[] }[]
  shapes: { name: string; fields: ReadField[]; example: string }[]
}

export interface ReadCall {
  anchor: string
  method: string
  path: string
  summary: string
  notes: string | null
  audience: "Everybody" | "Signed in" | "Administrators"
  asks: ReadField[]
  /** A JSON body as it may be sent. */
  example: string | null
  status: string
  answers: ReadField[]
  refusals: { status: string; words: string[] }[]
}

export interface ReadField {
  /** Under its whole name, which is unique. */
  key: string
  name: string
  /** How many objects it is within. */
  depth: number
  type: string
  /** The shape that it is, or is a list of. */
  shape: string | null
  required: boolean
  note: string | null
}

export function readDocument({ info, tags, paths, components }: ApiDocument): Reading {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      chapter: operation.tags[0],
      call: readCall(method, path, operation),
    })),
  )
  return {
    about: info.description,
    chapters: tags.map(({ name }) => ({
      name,
      calls: calls.filter(({ chapter }) => chapter === name).map(({ call }) => call),
    })),
    shapes: readShapes(components.schemas),
  }
}

function readCall(method: string, path: string, operation: Operation): ReadCall {
  const [status = "", answer] = Object.entries(operation.responses).find(([status]) => status < "300") ?? []
  const asked = operation.requestBody?.content["application/json"]
  return {
    anchor: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    notes: operation.description ?? null,
    audience: audienceOf(operation),
    asks: [...readParameters(operation), ...(asked ? readFields(asked.schema) : [])],
    example: asked?.example === undefined ? null : JSON.stringify(asked.example, null, 2),
    status,
    answers: readFields(answer?.content?.["application/json"]?.schema ?? {}).filter(({ name }) => !envelope.has(name)),
    refusals: Object.entries(operation.responses)
      .filter(([status]) => status >= "400" && !everywhere.has(status))
      .map(([status, { description }]) => ({
        status,
        words: description.split(" · ").filter((one) => one !== OTHER_SITE),
      }))
      .filter(({ words }) => words.length > 0),
  }
}

const envelope = new Set(["success", "status"])
/** Refusals that any call may give are told once. */
const everywhere = new Set(["413", "415", "500", "503"])

function audienceOf({ security, responses }: Operation): ReadCall["audience"] {
  if (security.length === 0) return "Everybody"
  return responses[403]?.description.startsWith("Role:") ? "Administrators" : "Signed in"
}

function readParameters({ parameters = [] }: Operation): ReadField[] {
  return parameters.map(({ name, schema, required, description }) => {
    return { ...readField(name, schema, required), note: description ?? null }
  })
}

function readShapes(components: Components): Reading["shapes"] {
  return Object.entries(components)
    .filter(([name]) => name !== "Failure")
    .map(([name, schema]) => ({
      name,
      fields: readFields(schema),
      example: JSON.stringify((schema.examples as unknown[] | undefined)?.[0] ?? {}, null, 2),
    }))
}

/** The fields of an object, each followed by those within it. */
function readFields({ properties = {}, required = [] }: JsonSchema, path: string[] = []): ReadField[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const schema = property as JsonSchema
    const inner = schema.type === "array" ? (schema.items as JsonSchema) : schema
    return [readField(name, schema, required.includes(name), path), ...readFields(inner, [...path, name])]
  })
}

function readField(name: string, schema: JsonSchema, required: boolean, path: string[] = []): ReadField {
  return {
    key: [...path, name].join("."),
    name,
    depth: path.length,
    type: typeOf(schema),
    shape: shapeOf(schema),
    required,
    note: schema.description ?? null,
  }
}

function typeOf(schema: JsonSchema): string {
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ")
  if (schema.anyOf && !schema.type)
    return [...new Set(schema.anyOf.map((choice) => typeOf(choice as JsonSchema)))].join(" or ")
  if (schema.$ref) return schema.$ref.slice(COMPONENT.length)
  if (schema.type === "array") return `list of ${typeOf(schema.items as JsonSchema)}`
  return [schema.type ?? "anything"].flat().join(" or ")
}

function shapeOf(schema: JsonSchema): string | null {
  const { $ref } = schema.type === "array" ? (schema.items as JsonSchema) : schema
  return $ref?.slice(COMPONENT.length) ?? null
}
