import type { z } from "zod"

export type FieldTree =
  | { kind: "text" }
  | { kind: "list"; of: FieldTree }
  | { kind: "fields"; fields: ReadonlyMap<string, FieldTree> }
  /** Values by id */
  | { kind: "record"; of: FieldTree }

const TEXT: FieldTree = { kind: "text" }

const fieldTrees = new WeakMap<z.core.$ZodType, FieldTree>()

export function fieldTreeOf(schema: z.core.$ZodType): FieldTree {
  const known = fieldTrees.get(schema)
  if (known) return known
  const shape = buildFieldTree((schema as z.core.$ZodTypes)._zod.def)
  fieldTrees.set(schema, shape)
  return shape
}

function buildFieldTree(def: z.core.$ZodTypes["_zod"]["def"]): FieldTree {
  switch (def.type) {
    case "object":
      return {
        kind: "fields",
        fields: new Map(Object.entries(def.shape).map(([name, one]) => [name, fieldTreeOf(one)])),
      }
    case "array":
      return { kind: "list", of: fieldTreeOf(def.element) }
    case "record":
      return { kind: "record", of: fieldTreeOf(def.valueType) }
    case "union":
      return def.options.map(fieldTreeOf).find(({ kind }) => kind !== "text") ?? TEXT
    case "pipe":
      return fieldTreeOf((def.in as z.core.$ZodTypes)._zod.def.type === "transform" ? def.out : def.in)
    case "optional":
    case "nullable":
    case "nonoptional":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
      return fieldTreeOf(def.innerType)
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "null":
      return TEXT
    default:
      throw new Error(`A form cannot take what its schema calls "${def.type}"`)
  }
}
