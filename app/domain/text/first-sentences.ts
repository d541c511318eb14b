export const MOST_SENTENCES = 4

/** Joins sentences, which have no full stops; of more than four, the last one says how many others there are. */
export function firstSentences(sentences: readonly string[], others: (count: number) => string): string {
  if (sentences.length <= MOST_SENTENCES) return sentences.join(". ")
  const first = sentences.slice(0, MOST_SENTENCES - 1)
  return [...first, others(sentences.length - first.length)].join(". ")
}
