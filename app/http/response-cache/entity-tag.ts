/** Compares weakly (RFC 9110, section 13.1.2). */
export function matchesEntityTag(asked: string | null | undefined, etag: string): boolean {
  if (asked === null || asked === undefined) return false
  const weak = (tag: string) => tag.trim().replace(/^W\//, "")
  return asked.trim() === "*" || asked.split(",").some((one) => weak(one) === weak(etag))
}
