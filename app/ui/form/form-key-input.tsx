/** Lets a form be sent again without doing its work twice; the key comes from the page's loader. */
export function FormKeyInput({ value }: { value: string }) {
  return <input type="hidden" name="formKey" value={value} />
}
