import { type MouseEvent, useRef, useState } from "react"
import { SubmitButton } from "../submit-button"
import { usePasskeys } from "./use-passkeys"

interface PasskeyButtonProps {
  /** Shows the browser's own dialog, and returns what the passkey has signed. */
  ask: () => Promise<object>
  children: string
}

/** Sends its form once a passkey has signed. */
export function PasskeyButton({ ask, children }: PasskeyButtonProps) {
  const credential = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState("")
  const canAsk = usePasskeys()
  async function sign(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    const { form } = event.currentTarget
    setRefusal("")
    try {
      const signed = await ask()
      if (credential.current) credential.current.value = JSON.stringify(signed)
      form?.requestSubmit()
    } catch {
      setRefusal("Your device did not send a passkey. Please try again, or choose another way.")
    }
  }
  return (
    <>
      <input ref={credential} type="hidden" name="credential" />
      {refusal && <p role="alert">{refusal}</p>}
      {canAsk ? (
        <SubmitButton icon="lock" wide onClick={sign}>
          {children}
        </SubmitButton>
      ) : (
        <p>Passkeys need scripts, and a browser and a device that support them.</p>
      )}
    </>
  )
}
