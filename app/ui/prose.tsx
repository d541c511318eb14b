/** Running text, from the shop's own Markdown renderer: what it makes holds no tag that anybody has typed. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by renderMarkdown, which lets no HTML through
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
