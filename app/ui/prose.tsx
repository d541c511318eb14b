/** The shop's Markdown renderer escapes all typed HTML. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML through
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
