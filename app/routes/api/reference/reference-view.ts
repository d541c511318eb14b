import { CROSS_SITE_MESSAGE, UNNAMED_PAGE_MESSAGE } from "~/http/origin/cross-site"
import type { ApiDocument } from "./document"
import { COMPONENT_REFS, type Components, type JsonSchema } from "./json-schema"
import type { Operation } from "./operation"

export type CallView = ReturnType<typeof viewCall>
export type FieldView = ReturnType<typeof viewField>

export function viewReference({ info, tags, paths, components }: ApiDocument) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      chapter: operation.tags[0],
      call: viewCall(method, path, operation),
    })),
  )
  return {
    description: info.description,
    chapters: tags.map(({ name }) => ({
      name,
      calls: calls.filter(({ chapter }) => chapter === name).map(({ call }) => call),
    })),
    schemas: viewSchemas(components.schemas),
  }
}

function viewCall(method: string, path: string, operation: Operation) {
  const [status = "", answer] = Object.entries(operation.responses).find(([status]) => status < "300") ?? []
  const asked = operation.requestBody?.content["application/json"]
  return {
    anchor: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    notes: operation.description ?? null,
    audience: audienceOf(operation),
    parameters: [...viewParameters(operation), ...(asked ? viewFields(asked.schema) : [])],
    example: asked?.example === undefined ? null : JSON.stringify(asked.example, null, 2),
    status,
    responseFields: viewFields(answer?.content?.["application/json"]?.schema ?? {}).filter(
      ({ name }) => !envelope.has(name),
    ),
    refusals: Object.entries(operation.responses)
      .filter(([status]) => status >= "400" && !commonStatuses.has(status))
      .map(([status, { description }]) => ({
        status,
        words: description.split(" · ").filter((one) => one !== CROSS_SITE_MESSAGE && one !== UNNAMED_PAGE_MESSAGE),
      }))
      .filter(({ words }) => words.length > 0),
  }
}

const envelope = new Set(["success", "status"])
/** Parts that all calls share */
const commonStatuses = new Set(["408", "413", "414", "415", "500", "503"])

function audienceOf({ security, responses }: Operation): "Everybody" | "Signed in" | "Administrators" {
  if (security.length === 0) return "Everybody"
  return responses[403]?.description.startsWith("Role:") ? "Administrators" : "Signed in"
}

function viewParameters({ parameters = [] }: Operation): FieldView[] {
  return parameters.map(({ name, schema, required, description }) => {
    return { ...viewField(name, schema, required), note: description ?? null }
  })
}

function viewSchemas(components: Components) {
  return Object.entries(components)
    .filter(([name]) => name !== "Failure")
    .map(([name, schema]) => ({
      name,
      fields: viewFields(schema),
      example: JSON.stringify((schema.examples as unknown[] | undefined)?.[0] ?? {}, null, 2),
    }))
}

/** Each field is followed by its nested fields. */
function viewFields({ properties = {}, required = [] }: JsonSchema, path: string[] = []): FieldView[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const schema = property as JsonSchema
    const inner = schema.type === "array" ? (schema.items as JsonSchema) : schema
    return [viewField(name, schema, required.includes(name), path), ...viewFields(inner, [...path, name])]
  })
}

function viewField(name: string, schema: JsonSchema, required: boolean, path: string[] = []) {
  return {
    /** A unique anchor */
    key: [...path, name].join("."),
    name,
    depth: path.length,
    type: typeOf(schema),
    schemaName: schemaNameOf(schema),
    required,
    note: schema.description ?? null,
  }
}

function typeOf(schema: JsonSchema): string {
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ")
  if (schema.anyOf && !schema.type)
    return [...new Set(schema.anyOf.map((choice) => typeOf(choice as JsonSchema)))].join(" or ")
  if (schema.$ref) return schema.$ref.slice(COMPONENT_REFS.length)
  if (schema.type === "array") return `list of ${typeOf(schema.items as JsonSchema)}`
  return [schema.type ?? "anything"].flat().join(" or ")
}

function schemaNameOf(schema: JsonSchema): string | null {
  const { $ref } = schema.type === "array" ? (schema.items as JsonSchema) : schema
  return $ref?.slice(COMPONENT_REFS.length) ?? null
}
