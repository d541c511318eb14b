import { placeholders } from "~/domain/pages/placeholders"
import { Disclosure } from "~/ui/disclosure"

export function MarkdownHelp() {
  return (
    <Disclosure summary="Formatting help">
      <ul className="stack stack-s">
        <li>
          <code>## Heading</code>, <code>- list</code>, <code>1. numbered list</code>, <code>**bold**</code>,{" "}
          <code>*italic*</code>, <code>[link](/contact)</code>
        </li>
        <li>A blank line starts a new paragraph. HTML is not supported.</li>
        <li>
          Placeholders for settings:{" "}
          {placeholders.map(({ word, label }) => (
            <span key={word}>
              <code>{`{{${word}}}`}</code> {label}{" "}
            </span>
          ))}
        </li>
        <li>
          <code>[fill in: …]</code> marks a part that you still have to fill in.
        </li>
      </ul>
    </Disclosure>
  )
}
