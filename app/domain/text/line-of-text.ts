/** Control characters, and those that turn the direction of what follows */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text)
}

/** Returns false for zero-width characters, fillers and the like. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}
