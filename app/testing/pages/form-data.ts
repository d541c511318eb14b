/** Encodes these fields as a browser sends a form. */
export function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

export function file(size: number, name = "a.png"): File {
  return new File([new Uint8Array(size)], name, { type: "image/png" })
}
