import { NULL, UnlistedValue, ValueList } from "./value-list"

/** The data behind a page, which the browser hydrates it from */
export interface PageState {
  readonly root: Readonly<Record<string, unknown>>
  /** The data of the routes below the root */
  readonly main: Readonly<Record<string, unknown>>
}

/** The text of a page's data, in parts that are the same for everyone and a rest that is written for each person */
export interface SharedState {
  /** Up to the id of the request */
  readonly before: string
  /** From the id of the request to the rest */
  readonly after: string
  /** Writes the rest. */
  rest(root: PageState["root"]): string
}

/** The root's data that differ between people; the other data are the same for everyone. */
const PERSONAL = ["user", "cart", "formToken", "toast", "draft"] as const

/** Returns `null` for data that only Remix can write. */
export function stateText({ root, main }: PageState): string | null {
  try {
    const { before, after, rest } = shareState({ root, main })
    return before + (root.requestId ?? "") + after + rest(root)
  } catch (error) {
    if (error instanceof UnlistedValue) return null
    throw error
  }
}

/** @throws UnlistedValue */
export function shareState({ root, main }: PageState): SharedState {
  const list = new ValueList()
  const state = list.reserve()
  const [data, errors] = [list.add("loaderData"), list.add("errors")]
  const actionData = list.add("actionData")
  const loaderData = list.reserve()
  list.set(state, `{"_${data}":${loaderData},"_${errors}":${NULL},"_${actionData}":${NULL}}`)
  const routes = [list.entries(main), `"_${list.add("root")}":`].filter(Boolean).join(",")
  const shared = Object.entries(root).filter(([name]) => name !== "requestId" && !isPersonal(name))
  const entries = list.entries(Object.fromEntries(shared))
  const keys = PERSONAL.map((name) => `"_${list.add(name)}":`)
  const idKey = list.add("requestId")
  // The next two are the request's id and the root's data.
  const requestId = list.next
  list.set(loaderData, `{${routes}${requestId + 1}}`)
  return {
    before: `[${list.text},"`,
    after: `",{${entries},"_${idKey}":${requestId}`,
    rest(own) {
      const values = new ValueList(requestId + 2)
      const personal = PERSONAL.map((name, index) => `,${keys[index]}${values.add(own[name])}`).join("")
      const text = values.text
      return `${personal}}${text && ","}${text}]\n`
    },
  }
}

function isPersonal(name: string): boolean {
  return (PERSONAL as readonly string[]).includes(name)
}
