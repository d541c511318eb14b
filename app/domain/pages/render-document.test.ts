import { expect, test } from "vitest"
import { renderDocument } from "./render-document.server"

const render = (body: string) => renderDocument([{ title: "Terms & more", body }], "https://oak.example")

test("a document is plain text that reads well, with the addresses of its links", async () => {
  const { text } = await render(
    "## Prices\n\nSee [Orders](/orders),\n**now**.\n\n1. One\n2. Two\n   - nested\n\n- [a@b.example](mailto:a@b.example)\n- <https://c.example>",
  )
  expect(text).toBe(
    [
      "Terms & more\n============",
      "Prices\n------",
      "See Orders (https://oak.example/orders),\nnow.",
      "1. One\n2. Two\n  - nested",
      "- a@b.example\n- https://c.example",
    ].join("\n\n"),
  )
})

test("long lines are wrapped under their mark", async () => {
  const { text } = await render(`- ${"word ".repeat(20)}`)
  const [, line = "", second = ""] = text.split("\n\n")[1]?.match(/^(.*)\n(.*)$/) ?? []
  expect(line.length).toBeLessThanOrEqual(76)
  expect(second).toMatch(/^ {2}word/)
})

test("its headings are below the title, its links are absolute, and it shows no HTML", async () => {
  const { html } = await render("# One\n\n## Two\n\n[a](/terms) <b>x</b>")
  expect(html).toBe(
    '<h2>Terms &amp; more</h2>\n<h3>One</h3>\n<h3>Two</h3>\n<p><a href="https://oak.example/terms">a</a> &lt;b&gt;x&lt;/b&gt;</p>\n',
  )
})
