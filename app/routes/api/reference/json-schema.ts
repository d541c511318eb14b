import { z } from "zod"

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Gathers the named schemas that others refer to. */
export type Components = Record<string, JsonSchema>

const LOCAL_REFS = "#/$defs/"
export const COMPONENT_REFS = "#/components/schemas/"

/** A schema as the description shows it: what may be sent (`input`), or what is answered (`output`). */
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
}

/** The JSON schema that is expected after a transformation of what was sent; either name will do for the city. */
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

/** A schema with its references pointing into the components. */
function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${LOCAL_REFS}`, `"${COMPONENT_REFS}`))
}

/** The schema that a reference points to; any other schema is returned as it is. */
function resolveRef(schema: JsonSchema, components: Components): JsonSchema {
  if (!schema.$ref) return schema
  const found = components[schema.$ref.slice(COMPONENT_REFS.length)]
  if (!found) throw new Error(`${schema.$ref} refers to nothing`)
  return found
}

/** Something that a schema allows, as near to life as its own examples are. */
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
