import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Button } from "./button"

test("a button submits its form unless told otherwise", () => {
  expect(renderToStaticMarkup(<Button>Pay</Button>)).toContain('type="submit"')
  expect(renderToStaticMarkup(<Button type="button">Show</Button>)).toContain('type="button"')
})

test("a busy button says so and keeps the focus it has", () => {
  const markup = renderToStaticMarkup(<Button busy>Pay</Button>)
  expect(markup).toContain('aria-busy="true"')
  expect(markup).toContain('aria-disabled="true"')
  expect(markup).not.toContain(" disabled")
})
