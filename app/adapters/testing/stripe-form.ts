/** A form field, nested like `line_items[0][price_data][currency]` */
export type StripeField = string | { [name: string]: StripeField }

/** Parses a body or a query in Stripe's form encoding. */
export function parseStripeForm(text: string): Record<string, StripeField> {
  const fields: Record<string, StripeField> = {}
  for (const [name, value] of new URLSearchParams(text)) set(fields, name.split(/[[\]]+/).filter(Boolean), value)
  return fields
}

function set(target: Record<string, StripeField>, [step = "", ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    target[step] = value
    return
  }
  const inner = typeof target[step] === "object" ? target[step] : {}
  target[step] = inner
  set(inner, rest, value)
}

/** Returns a nested field, or `undefined`. */
export function fieldsOf(field: StripeField | undefined): Record<string, StripeField> {
  return typeof field === "object" ? field : {}
}

/** Returns a text field, or `undefined`. */
export function textOf(field: StripeField | undefined): string | undefined {
  return typeof field === "string" ? field : undefined
}
