import { FORM_KEY } from "~/domain/accounts/forms/form-key-name"

/** Lets a form be sent again without doing its work twice; the key comes from the page's loader. */
export function FormKeyInput({ value }: { value: string }) {
  return <input type="hidden" name={FORM_KEY} value={value} />
}
