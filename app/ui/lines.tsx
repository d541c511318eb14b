interface LinesProps {
  text: string
}

/** The lines of a text, which only a stylesheet would keep otherwise */
export function Lines({ text }: LinesProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
  return text.split("\n").flatMap((line, at) => (at === 0 ? [line] : [<br key={at} />, line]))
}
