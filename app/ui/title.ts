import type { MetaDescriptor } from "@remix-run/node"

interface MetaArgs {
  matches: readonly { id: string; data?: unknown }[]
}

/** The page's title with the shop's name behind it. */
export function title(text: string): (args: MetaArgs) => MetaDescriptor[] {
  return ({ matches }) => [{ title: titleText(text, matches) }]
}

/** The same for a title that depends on the page's data. */
export function titleText(text: string, matches: MetaArgs["matches"]): string {
  const root = matches.find((match) => match.id === "root")?.data as { shopName?: string } | undefined
  return `${text} – ${root?.shopName ?? "Counter"}`
}
