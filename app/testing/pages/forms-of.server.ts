export interface FoundForm {
  method: "GET" | "POST"
  action: string
  /** Values by field name, as rendered */
  fields: Record<string, string>
}

/** Finds every form of a page, and every button with its own `formaction`. */
export function formsOf(html: string, address: string): FoundForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, own = "", inner = ""]) => {
    const fields: Record<string, string> = {}
    for (const [, tag = ""] of inner.matchAll(/<(?:input|select|textarea|button)\b([^>]*)>/g)) {
      const name = attribute(tag, "name")
      if (name) fields[name] ??= attribute(tag, "value") ?? ""
    }
    const method = attribute(own, "method")?.toUpperCase() === "POST" ? "POST" : "GET"
    const others = [...inner.matchAll(/\bformAction="([^"]*)"/gi)].map(([, action = ""]) => action)
    return [attribute(own, "action") ?? address, ...others].map((action) => {
      return { method, action: unescaped(action || address), fields } as const
    })
  })
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&")
}
