import { Children, isValidElement, type JSXElementConstructor, type ReactNode } from "react"

interface FieldProps {
  /** A field, or several with their names */
  of?: { name?: string } | Record<string, { name?: string }>
  children?: ReactNode
}

/** Returns the field names of a form in page order. A component of several fields has their names as its `fields`. */
export function fieldOrder(children: ReactNode): string[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<FieldProps>(child)) return []
    const { of, children } = child.props
    const { fields } = child.type as JSXElementConstructor<FieldProps> & { fields?: readonly string[] }
    if (of && fields) return fields.flatMap((field) => (of as Record<string, { name?: string }>)[field]?.name ?? [])
    return typeof of?.name === "string" ? [of.name] : fieldOrder(children)
  })
}

/** Sorts entries of fields and of their parts ("kept[0].alt"); others come last. */
export function inFieldOrder<T>(entries: [name: string, value: T][], order: string[]): [name: string, value: T][] {
  const placeOf = (name: string) => {
    if (name === "") return -1
    const place = order.findIndex(
      (field) => name === field || name.startsWith(`${field}[`) || name.startsWith(`${field}.`),
    )
    return place < 0 ? order.length : place
  }
  return [...entries].sort(([one], [other]) => placeOf(one) - placeOf(other))
}
