const ADDRESS_PATTERN = /^[^\s@<>,;:"()[\]\\\p{Cc}\u202a-\u202e\u2066-\u2069]+@[a-z0-9.-]+\.[a-z]{2,}$/iu

/** Rejects several addresses, line breaks and deleted accounts. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS_PATTERN.test(text) && !text.endsWith(".invalid")
}
