import type { ReadField } from "./reading"
import { WithCode } from "./with-code"

/** Fields with their types and what they mean. */
export function FieldList({ fields, sent }: { fields: ReadField[]; sent?: boolean }) {
  return (
    <dl className="api-fields">
      {fields.map((field) => (
        <div key={field.key} data-depth={field.depth || undefined}>
          <dt>
            <code>{field.name}</code>
          </dt>
          <dd>
            <Type field={field} />
            {sent && field.required && <strong> required</strong>}
            {field.note && (
              <p>
                <WithCode text={field.note} />
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Type({ field: { type, shape } }: { field: ReadField }) {
  return <span className="muted">{shape ? <a href={`#shape-${shape}`}>{type}</a> : type}</span>
}
