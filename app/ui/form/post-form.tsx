import { Form, type FormProps } from "@remix-run/react"
import { forwardRef } from "react"

/** A form that may have no field of its own */
export const PostForm = forwardRef<HTMLFormElement, Omit<FormProps, "method">>(function PostForm(
  { children, ...form },
  ref,
) {
  return (
    <Form ref={ref} {...form} method="post">
      <SentField />
      {children}
    </Form>
  )
})

/** Lynx turns a POST of nothing into a GET. */
function SentField() {
  return <input type="hidden" name="sent" value="yes" />
}
