import { createContext, useContext } from "react"

/**
 * A form that an agent in the browser may fill in. Both texts are constants of ours: no text of a product, a review or
 * a customer becomes a part of them, because an agent takes them for instructions.
 */
export interface AgentTool {
  /** In snake case, and unique on the page: Chromium offers only the first form of a name. */
  name: string
  /** A sentence in the present tense */
  description: string
  /** Whether an agent may also submit the form; otherwise it fills it in, and a person submits it. Only for what can be undone. */
  submits?: boolean
}

export const AgentToolsContext = createContext(true)

/** Returns the attributes of declarative WebMCP for a form (https://webmachinelearning.github.io/webmcp). */
export function useToolAttributes(tool: AgentTool | null) {
  const isOffered = useContext(AgentToolsContext)
  if (!isOffered || tool === null) return {}
  const { name, description, submits } = tool
  return { toolname: name, tooldescription: description, ...(submits && { toolautosubmit: "" }) }
}

/**
 * Returns the attribute that describes a field to agents. Chromium takes the label otherwise, which may contain the name
 * of a product, and never takes the legend of radio buttons.
 */
export function useToolField(description: string) {
  return useContext(AgentToolsContext) ? { toolparamdescription: description } : {}
}
