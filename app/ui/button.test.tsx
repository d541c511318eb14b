import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Button } from "./button"

test("a button submits its form by default", () => {
  expect(renderToStaticMarkup(<Button>Pay</Button>)).toContain('type="submit"')
  expect(renderToStaticMarkup(<Button type="button">Show</Button>)).toContain('type="button"')
})

test("a busy button says so and keeps its focus", () => {
  const markup = renderToStaticMarkup(<Button busy>Pay</Button>)
  expect(markup).toContain('aria-busy="true"')
  expect(markup).toContain('aria-disabled="true"')
  expect(markup).not.toContain(" disabled")
})
