import { cut } from "~/domain/text/cut"

const MB = 1024 * 1024

/** Bytes; a job reads files larger than this */
export const READ_AT_ONCE = 2 * MB

/** The name of a file, without control characters */
export function importName({ name }: Pick<File, "name">, otherwise: string): string {
  return cut(name.replace(/\p{Cc}/gu, ""), 200) || otherwise
}
