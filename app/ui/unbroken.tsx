/** Large type must not break a word at its hyphen: "e-" and "commerce", "Over-" and "Ear". */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\S*-\S*)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
