import type { z } from "zod"
import { isObjectId } from "~/domain/object-id"
import { type FieldPath, formatFieldPath, parseFieldPath } from "~/http/bodies/field-names"
import { type FieldTree, fieldTreeOf } from "./declared-fields"

interface FormFields {
  data: FormData
  shapeErrors: Record<string, string[]>
}

/** Checks and looks up each name before anything is built from it. */
export function readDeclaredFields(sent: FormData, schema: z.ZodType, files?: string): FormFields {
  const data = new FormData()
  const shapeErrors: FormFields["shapeErrors"] = {}
  const shape = fieldTreeOf(schema)
  for (const [name, value] of sent) {
    const path = parseFieldPath(name)
    if (!path) continue
    const place = path[0] === files ? fileTarget(path, value) : fieldTarget(shape, path, value)
    if (!place) continue
    if (place.kind === "misfit") shapeErrors[place.name] = [place.message]
    else if (place.kind === "text" && data.has(place.name)) shapeErrors[place.name] = [NOT_ONE_TEXT]
    else data.append(place.name, value)
  }
  return { data, shapeErrors }
}

export function declaredName(name: string, schema: z.ZodType, files?: string): string | null {
  const shape = fieldTreeOf(schema)
  const path = parseFieldPath(name)
  if (!path) return null
  return path[0] === files ? String(path[0]) : (fieldTarget(shape, path, "")?.name ?? null)
}

const NOT_ONE_TEXT = "Please enter this again, as one text"
const NOT_THIS_LIST = "This list cannot be read; please load the page again and repeat your changes"
const NO_FILE = "Please choose a file"

type Value = string | File

type FieldTarget = { name: string } & ({ kind: "text" | "item" | "file" } | { kind: "misfit"; message: string })

/** An empty file input sends an empty text if the form cannot carry files. */
function fileTarget(path: FieldPath, value: Value): FieldTarget | null {
  const name = String(path[0])
  if (value === "") return null
  if (path.length > 2 || (path.length === 2 && path[1] !== "")) return null
  return value instanceof File ? { name, kind: "file" } : { name, kind: "misfit", message: NO_FILE }
}

function fieldTarget(root: FieldTree, path: FieldPath, value: Value): FieldTarget | null {
  let shape = root
  for (const [depth, step] of path.entries()) {
    const name = formatFieldPath(path.slice(0, depth))
    if (shape.kind === "text") return { name, kind: "misfit", message: NOT_ONE_TEXT }
    if (shape.kind === "list") {
      if (shape.of.kind === "text") return itemTarget(path, depth, value)
      if (typeof step !== "number") return { name, kind: "misfit", message: NOT_THIS_LIST }
      shape = shape.of
    } else {
      if (typeof step !== "string" || step === "") return { name, kind: "misfit", message: NOT_ONE_TEXT }
      const next = shape.kind === "record" ? isObjectId(step) && shape.of : shape.fields.get(step)
      if (!next) return null
      shape = next
    }
  }
  const name = formatFieldPath(path)
  if (shape.kind === "list" && shape.of.kind === "text") return itemTarget(path, path.length, value)
  if (shape.kind === "list") return { name, kind: "misfit", message: NOT_THIS_LIST }
  return shape.kind === "text" && typeof value === "string"
    ? { name, kind: "text" }
    : { name, kind: "misfit", message: NOT_ONE_TEXT }
}

/** Accepts `tags`, repeated, `tags[]` or `tags[3]`. */
function itemTarget(path: FieldPath, depth: number, value: Value): FieldTarget {
  const name = formatFieldPath(path.slice(0, depth))
  const fits =
    path.length <= depth + 1 && (path[depth] === undefined || typeof path[depth] === "number" || path[depth] === "")
  return fits && typeof value === "string" ? { name, kind: "item" } : { name, kind: "misfit", message: NOT_THIS_LIST }
}
