import { useNavigation } from "@remix-run/react"
import { Button, type ButtonProps } from "../button"

/** The button of a form: busy from when scripts send the form until the next page is there. */
export function SubmitButton(button: Omit<ButtonProps, "busy">) {
  return <Button {...button} busy={useNavigation().formMethod === "POST"} />
}
