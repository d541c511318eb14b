import type { Product } from "~/domain/catalog/product"
import { type CurrencyCode, centsToText } from "~/domain/format-money"
import { absolutePictureUrl } from "~/domain/media/picture"
import { cutAtWord } from "~/domain/text/cut-at-word"
import { paths } from "~/paths"

/** What machines read of pages, in the words of https://schema.org. */
type Thing = { "@context": "https://schema.org"; "@type": string } & Record<string, unknown>

const thing = (type: string, facts: Record<string, unknown>): Thing => {
  return { "@context": "https://schema.org", "@type": type, ...facts }
}

/** https://developers.google.com/search/docs/appearance/structured-data/merchant-listing */
export function productData(
  { origin, currency }: { origin: string; currency: CurrencyCode },
  product: Omit<Product, "createdAt" | "variants">,
): Thing {
  const { id, name, desc, category, price, stock, rating, numReviews, pictures } = product
  const url = origin + paths.product(product)
  return thing("Product", {
    name,
    description: cutAtWord(desc, LONGEST_DESCRIPTION),
    sku: id,
    category,
    url,
    image: pictures.map((picture) => absolutePictureUrl(picture, origin)),
    offers: {
      "@type": "Offer",
      url,
      price: centsToText(price),
      priceCurrency: currency,
      itemCondition: "https://schema.org/NewCondition",
      availability: `https://schema.org/${stock > 0 ? "InStock" : "OutOfStock"}`,
    },
    ...(numReviews > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: Math.round(rating * 100) / 100,
        reviewCount: numReviews,
        bestRating: 5,
        worstRating: 0.5,
      },
    }),
  })
}

/** As much of a description as says what a thing is. */
const LONGEST_DESCRIPTION = 500

/** The way back up from a page, which is the last entry. */
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

/** With where a search begins. */
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
