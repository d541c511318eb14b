/** https://spec.commonmark.org/0.31.2/#backslash-escapes */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&")
}
