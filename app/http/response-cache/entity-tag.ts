/** Compares weakly (RFC 9110, section 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false
  const weak = (tag: string) => tag.trim().replace(/^W\//, "")
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((one) => weak(one) === weak(etag))
}
