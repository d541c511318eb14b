/** Longer words break where they must: the narrowest page has room for no more in large type. */
const LONGEST_UNBROKEN = 12

/** Large type must not break a short word at its hyphen: "e-" and "commerce", "Over-" and "Ear". */
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
