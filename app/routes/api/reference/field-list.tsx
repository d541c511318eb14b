import type { FieldView } from "./reference-view"
import { WithCode } from "./with-code"

export function FieldList({ fields, sent }: { fields: FieldView[]; sent?: boolean }) {
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

function Type({ field: { type, schemaName } }: { field: FieldView }) {
  return <span className="muted">{schemaName ? <a href={`#shape-${schemaName}`}>{type}</a> : type}</span>
}
