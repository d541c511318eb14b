import { withdrawalLawsOf } from "~/domain/law/consumer-law"
import type { ShopSettings } from "~/domain/settings/settings"

/** A section of a page, as Markdown; empty if no law gives this shop's customers a right of withdrawal */
export function withdrawalTerms(settings: Pick<ShopSettings, "withdrawal" | "returnCosts" | "pricing">): string {
  const laws = withdrawalLawsOf(settings)
  if (laws.length === 0) return ""
  const who = settings.withdrawal === "eu" ? "If your order goes to an address in the EU, you" : "You"
  const inUk = laws.includes("uk") ? " (in the UK: the right to cancel)" : ""
  return `## Right of withdrawal

${who} have a **right of withdrawal**${inUk}: until **14 days** after the delivery, you can withdraw from the contract without giving a reason, also if you have unpacked and tried the products. To do so, [withdraw from the contract here](/withdraw), where you also find the instructions on withdrawal and a form to print, or write to us.

We refund the price and the standard delivery within 14 days. ${settings.returnCosts === "shop" ? "We pay for the parcel that comes back" : "You pay for the parcel that comes back"}. If a product is exempt from the right of withdrawal, its page says why.

The returns below are our own offer, in addition to this right.`
}

/** A sentence, as Markdown */
export function returnCostsTerms({ returnCosts }: Pick<ShopSettings, "returnCosts">): string {
  if (returnCosts === "shop") return "We pay for the return shipping, also if you changed your mind."
  const sentence = "If you changed your mind, you pay for the return shipping."
  return returnCosts === "customer" ? sentence : `${sentence} **[fill in: change this if you pay for returns]**`
}
