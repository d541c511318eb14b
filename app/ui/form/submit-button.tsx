import { useNavigation } from "@remix-run/react"
import { Button, type ButtonProps } from "../button"

export function SubmitButton(button: Omit<ButtonProps, "busy">) {
  return <Button {...button} busy={useNavigation().formMethod === "POST"} />
}
