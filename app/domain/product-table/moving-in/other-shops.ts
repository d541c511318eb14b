/** Returns the cells that are not empty. */
export function filled<Key extends string>(
  cells: Partial<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> {
  const entries = Object.entries<string | undefined>(cells)
  return Object.fromEntries(entries.filter(([, cell]) => cell !== undefined && cell.trim() !== "")) as never
}

export function distinct(addresses: readonly (string | undefined)[]): string[] {
  return [...new Set(addresses.flatMap((address) => address?.trim() || []))]
}

/** Splits a taxonomy such as `Clothing > Shirts > Tees`, the most specific first. */
export function categoriesOf(text: string | undefined, separator = ">"): string[] {
  return (text ?? "")
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .reverse()
}

/** Returns all rows with one of the values of each list. */
export function combinations(values: readonly (readonly string[])[]): string[][] {
  return values.reduce<string[][]>((rows, own) => rows.flatMap((row) => own.map((value) => [...row, value])), [[]])
}
