import { Children, isValidElement, type ReactNode } from "react"

/** Returns the field names of a form in page order. */
export function fieldOrder(children: ReactNode): string[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<{ of?: { name?: string }; children?: ReactNode }>(child)) return []
    const { of, children } = child.props
    return of?.name ? [of.name] : fieldOrder(children)
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
