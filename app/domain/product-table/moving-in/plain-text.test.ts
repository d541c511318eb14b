import { expect, test } from "vitest"
import { plainText } from "./plain-text.server"

test.each([
  [
    "<p>Soft &amp; warm.</p>\n<p>Made in&nbsp;Porto &ndash; caf&eacute; &#8364;5 &#x263A;</p>",
    "Soft & warm.\n\nMade in Porto – café €5 ☺",
  ],
  [
    "<h2>Care</h2><ul><li>Wash <b>cold</b></li><li>Dry flat</li></ul>Thanks",
    "Care\n\n- Wash cold\n- Dry flat\n\nThanks",
  ],
  ["one<br>two<br/>three", "one\ntwo\nthree"],
  ["<table><tr><td>S</td><td>36</td></tr><tr><td>M</td><td>38</td></tr></table>", "S 36\nM 38"],
  ['<div data-a="x">a<!-- <b>hidden</b> --><script>alert("<p>no</p>")</script><STYLE>p{}</STYLE > b</div>', "a b"],
  ["for sizes < 40 and a<b, or 5 <", "for sizes < 40 and a"],
  ["plain\ntext   in\n\n\none line", "plain text in one line"],
  ["<p></p><p> </p>", ""],
  ["&lt;script&gt;is text", "<script>is text"],
])("%j becomes the text %j", (html, text) => {
  expect(plainText(html)).toBe(text)
})

test("line breaks are kept where the earlier editor wrapped paragraphs itself", () => {
  expect(plainText("One.\r\nTwo.\n\n<b>Three</b>", { keepsLines: true })).toBe("One.\nTwo.\n\nThree")
})

test.each(["<", "<a ", "<!--", "<script>", "<script></scrip", "</", "&", "&#", " \n", "<p>", "<b", ">"])(
  "a hundred thousand times %j takes linear time",
  (bad) => {
    const html = bad.repeat(100_000)
    const start = performance.now()
    expect(plainText(html).length).toBeLessThanOrEqual(html.length * 2)
    expect(performance.now() - start).toBeLessThan(2_000)
  },
)
