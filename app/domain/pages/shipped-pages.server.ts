import type { PageName, PageVersion } from "./page"
import about from "./shipped/about.md?raw"
import accessibility from "./shipped/accessibility.md?raw"
import contact from "./shipped/contact.md?raw"
import imprint from "./shipped/imprint.md?raw"
import privacy from "./shipped/privacy.md?raw"
import shippingAndReturns from "./shipped/shipping-and-returns.md?raw"
import terms from "./shipped/terms.md?raw"

const shipped: Record<PageName, { title: string; body: string }> = {
  "shipping-and-returns": { title: "Shipping and returns", body: shippingAndReturns },
  privacy: { title: "Privacy", body: privacy },
  terms: { title: "Terms", body: terms },
  imprint: { title: "Imprint", body: imprint },
  accessibility: { title: "Accessibility", body: accessibility },
  about: { title: "About", body: about },
  contact: { title: "Contact", body: contact },
}

export function shippedPage(name: PageName): PageVersion {
  const { title, body } = shipped[name]
  return { name, version: 0, title, body: body.trim(), author: null, createdAt: null, restoredFrom: null }
}
