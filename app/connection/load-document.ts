interface SentForm {
  formAction: string
  formEncType: string
  formData?: FormData
}

export function loadDocument(): void {
  const { navigation, location } = window.__remixRouter.state
  if (navigation.state === "submitting" && navigation.formMethod !== "GET") {
    sendForm(navigation)
  } else {
    const { pathname, search, hash } = navigation.location ?? location
    window.location.assign(pathname + search + hash)
  }
}

export function sendForm({ formAction, formEncType, formData }: SentForm): void {
  const form = document.createElement("form")
  Object.assign(form, { method: "post", action: formAction, enctype: formEncType, hidden: true })
  for (const [name, value] of formData ?? []) {
    form.append(typeof value === "string" ? textField(name, value) : fileField(name, value))
  }
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
}

/** Uses a textarea, because inputs lose line breaks. */
function textField(name: string, value: string): HTMLElement {
  return Object.assign(document.createElement("textarea"), { name, value })
}

function fileField(name: string, value: File): HTMLElement {
  const chosen = new DataTransfer()
  if (value.size > 0) chosen.items.add(value)
  return Object.assign(document.createElement("input"), { type: "file", name, files: chosen.files })
}
