/** `kept[0].alt` has three steps; `tags[]` ends in an empty one. */
export type FieldPath = readonly (string | number)[]

export const LONGEST_NAME = 100
const DEEPEST = 5
/** A list has at most as many items as a form has fields. */
const LAST_INDEX = 499

const STEP = /\.?([^.[\]]+)|\[(\d{0,4})\]/y

/** Returns null for a name that is too long, too deep or malformed. */
export function parseFieldPath(name: string): FieldPath | null {
  if (name.length > LONGEST_NAME || /^[.[]/.test(name)) return null
  const path: (string | number)[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < name.length) {
    const [, word, index] = STEP.exec(name) ?? []
    const step = word ?? (index === "" ? "" : Number(index))
    if (word === undefined && index === undefined) return null
    if (typeof step === "number" && step > LAST_INDEX) return null
    if (path.push(step) > DEEPEST) return null
  }
  return path.length > 0 ? path : null
}

export function formatFieldPath(path: FieldPath): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === "number") return `${name}[${step}]`
    return name === "" ? step : `${name}.${step}`
  }, "")
}

type Value = string | File | Value[] | Values

interface Values {
  [name: string]: Value
}

/** Nests `a[b]` and `a.b`; `a[0]`, `a[1]` and repeated names are lists. */
export function formToObject(data: Iterable<[string, string | File]>): Values {
  const sent = new Map<string, (string | File)[]>()
  for (const [name, value] of data) {
    const values = sent.get(name)
    if (values) values.push(value)
    else if (name.length <= LONGEST_NAME) sent.set(name, [value])
  }
  const tree: Tree = new Map()
  for (const [name, all] of sent) {
    const path = name.split(/[.[\]]+/).filter((step) => step !== "")
    if (path.length === 0 || path.length > DEEPEST) continue
    setAtPath(tree, path, all.length > 1 || name.endsWith("[]") ? all : (all[0] ?? ""))
  }
  return Object.fromEntries(entriesOf(tree))
}

type Leaf = string | File | (string | File)[]
type Tree = Map<string, Leaf | Tree>

function setAtPath(tree: Tree, [step = "", ...rest]: string[], leaf: Leaf): void {
  if (rest.length === 0) {
    tree.set(step, leaf)
    return
  }
  const known = tree.get(step)
  const branch: Tree = known instanceof Map ? known : new Map()
  tree.set(step, branch)
  setAtPath(branch, rest, leaf)
}

function entriesOf(tree: Tree): [string, Value][] {
  return [...tree].map(([step, value]) => [step, value instanceof Map ? toValue(value) : value])
}

/** Indexes order a list but do not size it. */
function toValue(tree: Tree): Value {
  const steps = entriesOf(tree)
  if (!steps.every(([step]) => /^\d+$/.test(step))) return Object.fromEntries(steps)
  return steps.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value)
}
