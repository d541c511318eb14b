import { ShopError } from "./shop-error"

/** A field that is no longer what the form was opened with. */
export interface StaleField {
  field: string
  /** What the form was opened with, and what it is now. */
  original: string
  current: string
}

/** Somebody else has changed what a form is about since it was opened: it comes back with what is different. */
export class StaleEdit extends ShopError {
  constructor(
    what: string,
    readonly fields: StaleField[],
    readonly by: string | null,
  ) {
    super(
      "conflict",
      `${by ?? "Somebody"} has changed this ${what} while you were editing it. Look at what is different, then save again.`,
    )
  }
}

/** Somebody else's changes, for a form that comes back. */
export function staleFieldsOf(_sent: FormData, error: ShopError | null): { stale?: StaleField[] } {
  return error instanceof StaleEdit ? { stale: error.fields } : {}
}

/** What differs between what was seen and what is there now, line ends of forms aside. */
export function compareFields<Field extends string>(
  original: Readonly<Record<Field, string>>,
  current: Readonly<Record<Field, string>>,
): StaleField[] {
  return (Object.keys(current) as Field[])
    .map((field) => ({ field, original: normalized(original[field]), current: normalized(current[field]) }))
    .filter((one) => one.original !== one.current)
}

/** Whether two texts are the same to a person who types. */
export function sameText(one: string, other: string): boolean {
  return normalized(one) === normalized(other)
}

function normalized(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim()
}
