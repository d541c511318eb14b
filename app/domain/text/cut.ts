/** Truncates to `most` UTF-16 code units, never within a surrogate pair: half of one cannot be stored in `jsonb`. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "")
}
