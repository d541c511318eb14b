import { useNavigation } from "@remix-run/react"
import { Button, ButtonLink, type ButtonProps } from "~/ui/button"

export function SubmitButton(button: Omit<ButtonProps, "busy">) {
  return <Button {...button} busy={useNavigation().formMethod === "POST"} />
}

interface SubmitOrCancelProps extends Pick<ButtonProps, "variant"> {
  children: string
  /** The page that cancelling leads to */
  cancel: string
  cancelLabel?: string
  cancelVariant?: ButtonProps["variant"]
}

export function SubmitOrCancel({
  children,
  variant,
  cancel,
  cancelLabel = "Cancel",
  cancelVariant = "quiet",
}: SubmitOrCancelProps) {
  return (
    <div className="cluster">
      <SubmitButton variant={variant}>{children}</SubmitButton>
      <ButtonLink to={cancel} variant={cancelVariant}>
        {cancelLabel}
      </ButtonLink>
    </div>
  )
}
