import { z } from "zod"

export type JsonSchema = z.core.JSONSchema.BaseSchema

export type Components = Record<string, JsonSchema>

const LOCAL_REFS = "#/$defs/"
export const COMPONENT_REFS = "#/components/schemas/"

/** `input` describes requests, `output` responses. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const { $schema, $defs, ...whole } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: refineJsonSchema,
  })
  for (const [name, component] of Object.entries($defs ?? {})) components[name] = withComponentRefs(component)
  return withComponentRefs(whole)
}

function refineJsonSchema({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod
  if (def.type === "pipe" && def.in._zod.def.type === "transform")
    Object.assign(jsonSchema, schemaAfterTransform(def.out))
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

/** Describes the input of a transformation; either name of the city is accepted. */
function schemaAfterTransform(schema: z.core.$ZodType): JsonSchema {
  const { $schema, ...wanted } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: refineJsonSchema,
  })
  const { suburb } = wanted.properties ?? {}
  if (!suburb) return wanted
  return {
    ...wanted,
    properties: { ...wanted.properties, city: suburb },
    required: wanted.required?.filter((name) => name !== "suburb"),
    anyOf: [{ required: ["suburb"] }, { required: ["city"] }],
  }
}

function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${LOCAL_REFS}`, `"${COMPONENT_REFS}`))
}

function resolveRef(schema: JsonSchema, components: Components): JsonSchema {
  if (!schema.$ref) return schema
  const found = components[schema.$ref.slice(COMPONENT_REFS.length)]
  if (!found) throw new Error(`${schema.$ref} refers to nothing`)
  return found
}

/** Prefers the schema's own examples. */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  const { examples, ...meant } = resolveRef(schema, components)
  if (Array.isArray(examples)) return examples[0]
  if ("const" in meant) return meant.const
  if (meant.enum) return meant.enum[0]
  if (meant.anyOf) return exampleOf(meant.anyOf[0] as JsonSchema, components)
  if (meant.type === "array") return [exampleOf(meant.items as JsonSchema, components)]
  if (meant.type === "object") {
    const properties = Object.entries(meant.properties ?? {})
    return Object.fromEntries(properties.map(([name, value]) => [name, exampleOf(value as JsonSchema, components)]))
  }
  const [type] = [meant.type].flat()
  return type === "string" ? "" : type === "boolean" ? true : (meant.minimum ?? 0)
}
