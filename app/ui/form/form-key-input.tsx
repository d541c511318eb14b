/** The key from the loader makes a repeated submission run once. */
export function FormKeyInput({ value }: { value: string }) {
  return <input type="hidden" name="formKey" value={value} />
}
