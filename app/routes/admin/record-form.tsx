import type { FieldMetadata } from "@conform-to/react"
import type { ReactElement, ReactNode } from "react"
import type { Control, RecordView } from "~/domain/records/control"
import type { AgentTool } from "~/ui/form/agent-tool"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { RecordField } from "~/ui/form/record-field"
import { VersionedForm } from "./stale-form"

interface RecordFormProps<Name extends string> {
  id: string
  tool: AgentTool | null
  form: RecordView<Name>
  /** Initial values of further inputs */
  beside?: Record<string, unknown>
  /** Inputs with their present values, whatever was entered */
  newest?: Record<string, unknown>
  encType?: "multipart/form-data"
  /** @param field renders a field; `control` replaces what is declared. @param input is a further input of the form */
  children: (
    field: (name: Name, control?: Partial<Control>) => ReactElement,
    input: <Value = string>(name: string) => FieldMetadata<Value>,
  ) => ReactNode
}

/** The form of a declared record, whose screen only orders the fields */
export function RecordForm<Name extends string>({
  id,
  tool,
  form,
  beside,
  newest,
  encType,
  children,
}: RecordFormProps<Name>) {
  const { controls, texts, formKey, snapshot } = form
  const values = Object.fromEntries(
    Object.entries<string | undefined>(texts).map(([name, text = ""]) => {
      return [name, controls[name as Name].kind === "choices" ? text.split("\n").filter(Boolean) : text]
    }),
  )
  return (
    <VersionedForm<Record<string, string | string[]>>
      id={id}
      tool={tool}
      values={{ ...values, ...beside } as Record<string, string | string[]>}
      newest={newest}
      snapshot={snapshot}
      controls={controls}
      encType={encType}
    >
      {(fields) => {
        const input = <Value,>(name: string) => fields[name] as unknown as FieldMetadata<Value>
        return (
          <>
            {formKey && <FormKeyInput value={formKey} />}
            {children((name, control) => {
              return <RecordField of={input(name)} control={{ ...controls[name], ...control }} />
            }, input)}
          </>
        )
      }}
    </VersionedForm>
  )
}
