/** A value that the list cannot contain, such as a function or an error */
export class UnlistedValue extends Error {}

/**
 * Writes values as turbo-stream's decoder reads them: a list of JSON texts, in which objects and lists refer to other
 * values by their index (https://github.com/jacob-ebey/turbo-stream). Unlike its encoder, it can continue a list that
 * ends in the middle.
 */
export class ValueList {
  readonly #texts: string[] = []
  readonly #indexes = new Map<unknown, number>()

  constructor(private readonly first = 0) {}

  get next(): number {
    return this.first + this.#texts.length
  }

  get text(): string {
    return this.#texts.join(",")
  }

  /** Returns the value's index, or a negative number that stands for it. */
  add(value: unknown): number {
    const constant = constantOf(value)
    if (constant !== null) return constant
    const known = this.#indexes.get(value)
    if (known !== undefined) return known
    const index = this.next
    this.#indexes.set(value, index)
    this.set(this.reserve(), this.#write(value))
    return index
  }

  /** Leaves out an index for `set`. */
  reserve(): number {
    return this.first + this.#texts.push("0") - 1
  }

  set(index: number, text: string): void {
    this.#texts[index - this.first] = text
  }

  /** Returns the inner part of an object's text. */
  entries(values: object): string {
    return Object.entries(values)
      .map(([name, value]) => `"_${this.add(name)}":${this.add(value)}`)
      .join(",")
  }

  #write(value: unknown): string {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return JSON.stringify(value)
    if (Array.isArray(value)) return `[${Array.from(value, (one) => this.add(one)).join(",")}]`
    if (value instanceof Date) return `["D",${value.getTime()}]`
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      throw new UnlistedValue(typeof value)
    return `{${this.entries(value)}}`
  }
}

export const NULL = -5
const UNDEFINED = -7

function constantOf(value: unknown): number | null {
  if (value === undefined) return UNDEFINED
  if (value === null) return NULL
  if (typeof value !== "number") return null
  if (Number.isNaN(value)) return -2
  if (value === Number.POSITIVE_INFINITY) return -6
  if (value === Number.NEGATIVE_INFINITY) return -3
  return Object.is(value, -0) ? -4 : null
}
