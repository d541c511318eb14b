/** Text with empty lines between its paragraphs. Two may say the same, so each is known by its place. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).map((words, place) => ({ words, place }))
  return paragraphs.map(({ words, place }) => <p key={place}>{words}</p>)
}
