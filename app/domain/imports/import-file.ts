const MB = 1024 * 1024

/** Bytes; a job reads files larger than this */
export const READ_AT_ONCE = 2 * MB

/** The name of a file, without control characters */
export function importName({ name }: Pick<File, "name">, otherwise: string): string {
  return name.replace(/\p{Cc}/gu, "").slice(0, 200) || otherwise
}
