import { z } from "zod"

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Gathers the named schemas that others refer to. */
export type Components = Record<string, JsonSchema>

const HERE = "#/$defs/"
export const COMPONENT = "#/components/schemas/"

/** A schema as the description shows it: what may be sent (`input`), or what is answered (`output`). */
export function jsonSchema(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const { $schema, $defs, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: improve })
  for (const [name, component] of Object.entries($defs ?? {})) components[name] = pointed(component)
  return pointed(whole)
}

function improve({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const { def } = zodSchema._zod
  if (def.type === "pipe" && def.in._zod.def.type === "transform") Object.assign(jsonSchema, rearranged(def.out))
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Of a schema that first rearranges what was sent, what it wants to see then; either name will do for the city. */
function rearranged(schema: z.core.$ZodType): JsonSchema {
  const { $schema, ...wanted } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", override: improve })
  const { suburb } = wanted.properties ?? {}
  if (!suburb) return wanted
  return {
    ...wanted,
    properties: { ...wanted.properties, city: suburb },
    required: wanted.required?.filter((name) => name !== "suburb"),
    anyOf: [{ required: ["suburb"] }, { required: ["city"] }],
  }
}

/** The same with its references into the components. */
function pointed(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${HERE}`, `"${COMPONENT}`))
}

/** What a reference refers to; anything else is itself. */
export function resolve(schema: JsonSchema, components: Components): JsonSchema {
  if (!schema.$ref) return schema
  const found = components[schema.$ref.slice(COMPONENT.length)]
  if (!found) throw new Error(`${schema.$ref} refers to nothing`)
  return found
}

/** Something that a schema allows, as near to life as its own examples are. */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  const { examples, ...meant } = resolve(schema, components)
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
