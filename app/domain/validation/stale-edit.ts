import { conflict, ShopError } from "~/domain/shop-error"

export interface StaleField {
  field: string
  original: string
  current: string
}

export class StaleEdit extends ShopError {
  constructor(
    what: string,
    readonly fields: StaleField[],
    readonly by: string | null,
  ) {
    super(
      "conflict",
      `${by ?? "Someone"} has changed this ${what} while you were editing it. Check the differences, then save again.`,
    )
  }
}

/** @param snapshot the newest version when the page was opened. @throws ShopError `conflict` if there is a newer one */
export function assertNewest(what: string, newest: { version: number; author: string | null }, snapshot: number): void {
  if (snapshot === newest.version) return
  throw conflict(`${newest.author ?? "Someone"} has since changed ${what}: please check the history`)
}

export function staleFieldsOf(_sent: FormData, error: ShopError | null): { stale?: StaleField[] } {
  return error instanceof StaleEdit ? { stale: error.fields } : {}
}

export function compareFields<Field extends string>(
  original: Readonly<Record<Field, string>>,
  current: Readonly<Record<Field, string>>,
): StaleField[] {
  return (Object.keys(current) as Field[])
    .map((field) => ({ field, original: normalized(original[field]), current: normalized(current[field]) }))
    .filter((one) => one.original !== one.current)
}

export function sameText(one: string, other: string): boolean {
  return normalized(one) === normalized(other)
}

function normalized(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim()
}
