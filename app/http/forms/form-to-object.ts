import { LONGEST_NAME } from "./field-path"

type Value = string | File | Value[] | Values

interface Values {
  [name: string]: Value
}

/** So many steps a name may have: `orderedItems[0][product]` has three. What goes deeper is left out. */
const DEEPEST = 5

/**
 * A form's fields as the object that a JSON body would be: `a[b]` and `a.b` nest, `a[0]` and `a[1]` are a list, and so is
 * a repeated name.
 */
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

/** A list has as many items as were sent, whatever their numbers say. */
function toValue(tree: Tree): Value {
  const steps = entriesOf(tree)
  if (!steps.every(([step]) => /^\d+$/.test(step))) return Object.fromEntries(steps)
  return steps.sort(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value)
}
