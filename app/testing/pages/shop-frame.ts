/**
 * Returns the links that a page's header and footer lack, and the number of its first-level headings if it is not one.
 * Specification, section 2: "A header and a footer are always shown", with these links.
 */
export function frameFaults(html: string, { signedIn }: { signedIn: boolean }): string[] {
  const [header = ""] = /<header class="header">.*?<\/header>/s.exec(html) ?? []
  const [footer = ""] = /<footer class="footer">.*?<\/footer>/s.exec(html) ?? []
  const quick = ["/", "/products", ...(signedIn ? ["/account", "/orders"] : ["/login"])]
  const headings = html.match(/<h1[ >]/g)?.length ?? 0
  return [
    ...Object.entries(headerLinks)
      .filter(([label, to]) => !hasLink(header, to, label))
      .map(([label]) => `header: ${label}`),
    ...(signedIn || hasLink(header, "/login") ? [] : ["header: profile"]),
    ...quick.filter((to) => !hasLink(footer, to)).map((to) => `footer: ${to}`),
    ...(headings === 1 ? [] : [`${headings} h1`]),
  ]
}

const headerLinks = { Home: "/", Products: "/products", Contact: "/contact", About: "/about" }

function hasLink(html: string, to: string, label?: string): boolean {
  const links = html.match(/<a\s.*?<\/a>/gs) ?? []
  return links.some((link) => link.includes(`href="${to}"`) && (!label || link.endsWith(`>${label}</a>`)))
}
