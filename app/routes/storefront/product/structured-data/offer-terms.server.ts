import type { Product } from "~/domain/catalog/product"
import { centsToText } from "~/domain/money/format-money"
import { homeOf } from "~/domain/pricing/local-rules"
import { cheapestMethod } from "~/domain/pricing/shipping-methods"
import { returnWindow } from "~/domain/returns/withdrawable.server"
import type { ShopSettings } from "~/domain/settings/settings"
import { methodsFor, type ShippedPlace, shippedPlaces } from "~/domain/shipping/shipped-places"

/**
 * Terms of shipping and returns in the structured data of each offer; null where the shop has no country.
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
export function offerTerms(settings: ShopSettings, product: Pick<Product, "variants" | "facts">) {
  const { country } = homeOf(settings.pricing)
  if (country === "") return null
  const details = shippedPlaces(settings.pricing).flatMap((place) => shippingDetails(settings, place, product))
  return {
    ...(details.length > 0 && { shippingDetails: details }),
    hasMerchantReturnPolicy: returnPolicy(settings, country, product),
  }
}

/** The rate of the unit that is most expensive to ship, because Google requires a rate that is right or too high */
function shippingDetails({ pricing }: ShopSettings, place: ShippedPlace, { variants }: Pick<Product, "variants">) {
  const cheapest = variants.map(({ price, weightGrams }) =>
    cheapestMethod(methodsFor(place, { price, grams: weightGrams ?? 0 })),
  )
  if (cheapest.includes(null)) return []
  const [dearest] = cheapest.flatMap((method) => method ?? []).sort((a, b) => b.price - a.price)
  if (!dearest) return []
  const { price, days } = dearest
  return [
    {
      "@type": "OfferShippingDetails",
      shippingRate: { "@type": "MonetaryAmount", value: centsToText(price), currency: pricing.currency },
      shippingDestination: {
        "@type": "DefinedRegion",
        addressCountry: place.country,
        ...(place.region !== null && { addressRegion: place.region }),
      },
      ...(days && {
        deliveryTime: {
          "@type": "ShippingDeliveryTime",
          transitTime: { "@type": "QuantitativeValue", minValue: days.from, maxValue: days.to, unitCode: "DAY" },
        },
      }),
    },
  ]
}

function returnPolicy(settings: ShopSettings, country: string, { facts }: Pick<Product, "facts">) {
  const days = returnWindow(settings, { country, isExempt: facts.withdrawalExemption !== undefined })
  return {
    "@type": "MerchantReturnPolicy",
    applicableCountry: country,
    ...(days === 0
      ? { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" }
      : {
          returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
          merchantReturnDays: days,
          returnMethod: "https://schema.org/ReturnByMail",
        }),
  }
}
