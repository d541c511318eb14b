/** Structured data of pages, in the terms of https://schema.org */
export type Thing = { "@context": "https://schema.org"; "@type": string } & Record<string, unknown>

export const thing = (type: string, facts: Record<string, unknown>): Thing => {
  return { "@context": "https://schema.org", "@type": type, ...facts }
}

/** Breadcrumbs of a page, which is the last entry */
export function breadcrumbData(origin: string, trail: readonly { label: string; to?: string }[]): Thing {
  return thing("BreadcrumbList", {
    itemListElement: trail.map(({ label, to }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(to && { item: origin + to }),
    })),
  })
}

export function organizationData(origin: string, name: string): Thing {
  return thing("Organization", { name, url: `${origin}/`, logo: `${origin}/icon-512.png` })
}

export function websiteData(origin: string, name: string): Thing {
  return thing("WebSite", {
    name,
    url: `${origin}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}/products?keyword={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  })
}
