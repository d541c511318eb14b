/** A screenshot; `file` is relative to the sheet. */
export interface Shot {
  state: string
  path: string
  /** Width and colour scheme, such as "360 dark" */
  view: string
  file: string
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? "&quot;")

/** One page of all screenshots: a row for each screen, a column for each width and colour scheme */
export function contactSheet(shots: readonly Shot[]): string {
  const rows = new Map<string, Shot[]>()
  for (const shot of shots) {
    const title = `${shot.state} ${shot.path}`
    rows.set(title, [...(rows.get(title) ?? []), shot])
  }
  const sections = [...rows].map(
    ([title, row]) => `<section><h2>${escaped(title)}</h2><div>${row.map(figure).join("")}</div></section>`,
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Every screen, in every state</title>
<style>
  body { font: 1rem system-ui; margin: 1rem }
  h2 { font-size: 1rem; overflow-wrap: anywhere }
  div { display: flex; gap: 1rem; overflow-x: auto; align-items: start }
  figure { margin: 0; flex: none } img { height: 30rem; border: 1px solid gray }
</style>
<h1>Every screen, in every state</h1>
<p>${shots.length} pictures of ${rows.size} screens.</p>
${sections.join("\n")}
</html>
`
}

function figure({ view, file, path }: Shot): string {
  const alt = `${path} at ${view}`
  return `<figure><figcaption>${view}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt="${escaped(alt)}"></a></figure>`
}
