import { FieldList } from "./field-list"
import type { CallView } from "./reference-view"
import { WithCode } from "./with-code"

export function CallReference({ call }: { call: CallView }) {
  return (
    <article className="api-call" aria-labelledby={call.anchor}>
      <div className="stack">
        <h3 id={call.anchor}>{call.summary}</h3>
        <p className="api-address">
          <code>
            <strong>{call.method}</strong> {call.path}
          </code>{" "}
          <span className="muted">{call.audience}</span>
        </p>
        {call.notes && (
          <p>
            <WithCode text={call.notes} />
          </p>
        )}
        {call.parameters.length > 0 && (
          <>
            <h4>Parameters</h4>
            <FieldList fields={call.parameters} sent />
          </>
        )}
      </div>
      <div className="stack">
        {call.example && <pre className="api-code">{call.example}</pre>}
        <h4>Response {call.status}</h4>
        {call.responseFields.length > 0 ? (
          <FieldList fields={call.responseFields} />
        ) : (
          <p className="muted">Only the envelope.</p>
        )}
        {call.refusals.length > 0 && (
          <>
            <h4>Errors</h4>
            <dl className="api-fields api-refusals">
              {call.refusals.map(({ status, words }) => (
                <div key={status}>
                  <dt>
                    <code>{status}</code>
                  </dt>
                  <dd>
                    {words.map((sentence) => (
                      <p key={sentence}>{sentence}</p>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </article>
  )
}
