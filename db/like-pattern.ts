/** A pattern of `like` for texts that have this one anywhere in them. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`
}
