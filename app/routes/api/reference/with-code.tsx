/** Renders text between backticks as code. */
export function WithCode({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, position) => ({ part, position }))
    .map(({ part, position }) => (position % 2 ? <code key={position}>{part}</code> : part))
}
