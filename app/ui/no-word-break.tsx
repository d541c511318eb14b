/** The number of characters that fit the narrowest page in large type */
const LONGEST_UNBROKEN = 12

/** Keeps short words whole at their hyphen. */
export function NoWordBreak({ text }: { text: string }) {
  const parts = text.split(/(\S+)/).map((part, place) => ({ part, place }))
  return parts.map(({ part, place }) =>
    part.includes("-") && part.length <= LONGEST_UNBROKEN ? (
      <span key={place} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
