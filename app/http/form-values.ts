type Value = string | File | Value[] | { [name: string]: Value }

/** A form's fields as the object that a JSON body would be: `a[b]` nests, and a repeated name becomes a list. */
export function formValues(data: FormData): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const name of new Set(data.keys())) {
    const all = data.getAll(name)
    set(values, pathOf(name), all.length > 1 || name.endsWith("[]") ? all : (all[0] ?? ""))
  }
  return values
}

const UNSAFE = new Set(["__proto__", "constructor", "prototype"])

/** `shippingInfo[address]`, `orderedItems[0][product]` and `shippingInfo.address` as their steps. */
function pathOf(name: string): string[] {
  return name.split(/[.[\]]+/).filter((step) => step !== "")
}

function set(target: Record<string, Value>, [step, ...rest]: string[], value: Value): void {
  if (step === undefined || UNSAFE.has(step)) return
  if (rest.length === 0) {
    target[step] = value
    return
  }
  const inner = target[step]
  const next = typeof inner === "object" && !(inner instanceof File) ? inner : /^\d+$/.test(rest[0] ?? "") ? [] : {}
  target[step] = next
  set(next as Record<string, Value>, rest, value)
}
