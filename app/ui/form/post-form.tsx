import { Form, type FormProps } from "@remix-run/react"
import { createContext, forwardRef, useContext } from "react"
import { PlaceholderContext } from "~/ui/shell/personal"
import { type AgentTool, useToolAttributes } from "./agent-tool"

interface PostFormProps extends Omit<FormProps, "method"> {
  /** Null for a form that no agent is to fill in */
  tool: AgentTool | null
}

/** A form that may have no fields */
export const PostForm = forwardRef<HTMLFormElement, PostFormProps>(function PostForm({ children, tool, ...form }, ref) {
  const attributes = useToolAttributes(tool)
  return (
    <Form ref={ref} {...form} {...attributes} method="post">
      <SentField />
      {children}
    </Form>
  )
})

/** The token of the session's forms, for browsers that may not name the page of a form (0142) */
export const FormTokenContext = createContext<string | null>(null)

/** What forms send without a token */
export const NO_TOKEN = "yes"

/** The first field of every POST form. Lynx turns a POST of nothing into a GET, so there is one without a token, too. */
export function SentField() {
  const placeholder = useContext(PlaceholderContext)
  const token = useContext(FormTokenContext) ?? NO_TOKEN
  return <input type="hidden" name="sent" value={placeholder ? placeholder("form-token") : token} />
}
