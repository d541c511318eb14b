const ADDRESS_PATTERN = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[a-z0-9.-]+\.[a-z]{2,}$/iu

/** Whether a mail may be addressed to this text: one address, no line break, and not of a deleted account. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS_PATTERN.test(text) && !text.endsWith(".invalid")
}
