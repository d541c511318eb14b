export interface ControlOption {
  value: string
  label: string
}

/** A field as a loader sends it to its screen. */
export interface Control {
  kind: "text" | "lines" | "money" | "choice" | "choices" | "flag"
  label: string
  hint?: string
  /** `false` marks it as optional; absent, it says nothing. */
  required?: boolean
  options?: readonly ControlOption[]
  placeholder?: string
  type?: "email" | "tel" | "date" | "number"
  inputMode?: "numeric" | "decimal"
  width?: "short" | "medium"
  rows?: number
  maxLength?: number
  min?: number
  max?: number
  autoComplete?: "off"
  spellCheck?: false
  /** Whether the audit log and stale edits name it by its label instead of the words of its name */
  auditLabel?: true
}

export type Snapshot = number | Record<string, string>

/** The form of a record as a loader sends it. */
export interface RecordView<Name extends string = string> {
  controls: Record<Name, Control>
  /** The values that it begins with, with an item of a list on each line */
  texts: Partial<Record<Name, string>>
  /** Of a saved record: the texts, or the number of the version, that a stale edit is recognized by */
  snapshot?: Snapshot
  /** Of a new record, which is made only once */
  formKey?: string
}

/** The options of values with names */
export function optionsOf(names: Readonly<Record<string, string>>): ControlOption[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}
