export const TEXT_WIDTH = 76

/** Wraps text at blanks; the first line may begin with something else, such as a list's mark. */
export function wrapText(text: string, indent = "", first = indent): string {
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines[lines.length - 1] ?? ""
    if (line && indent.length + line.length + 1 + word.length > TEXT_WIDTH) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.map((line, index) => (index === 0 ? first : indent) + line).join("\n")
}
