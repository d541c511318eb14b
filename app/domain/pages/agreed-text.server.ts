import { createHash } from "node:crypto"
import { todayOf } from "~/domain/days/shop-days.server"
import { type ConsumerLaw, withdrawalLawAt, withdrawalLawsOf } from "~/domain/law/consumer-law"
import { withdrawalInstruction } from "~/domain/law/withdrawal-instruction"
import { contractPages, type ShopSettings } from "~/domain/settings/settings"
import type { Queryable, Tx } from "~/domain/shop"
import { fillPlaceholders } from "./placeholders"
import { type RenderedDocument, renderDocument } from "./render-document.server"
import { shippedPage } from "./shipped-pages.server"
import { factsOf } from "./view-page.server"

type Seller = Pick<Queryable, "identity" | "settings" | "now">

export interface AgreedDocument extends RenderedDocument {
  digest: string
}

const agreedTexts: KnownTexts<AgreedDocument> = new WeakMap()
const instructions: KnownTexts<RenderedDocument> = new WeakMap()

type KnownTexts<Text> = WeakMap<ShopSettings, Map<string, Promise<Text>>>

/** Writes a text once for the current settings and this key; a failure is tried again at the next call. */
function textOf<Text>(
  known: KnownTexts<Text>,
  settings: ShopSettings,
  key: string,
  write: () => Promise<Text>,
): Promise<Text> {
  const texts = known.get(settings) ?? new Map<string, Promise<Text>>()
  known.set(settings, texts)
  const found = texts.get(key)
  if (found) return found
  const text = write()
  texts.set(key, text)
  text.catch(() => texts.delete(key))
  return text
}

/**
 * Returns the instructions on withdrawal and the terms as they are now, for an order to this country; null if no law
 * gives its buyer a right of withdrawal.
 */
export async function agreedTextFor(shop: Seller, country: string): Promise<AgreedDocument | null> {
  const settings = shop.settings.current
  const law = withdrawalLawAt(settings, country)
  return law === null ? null : agreedTextUnder(shop, law)
}

/** Returns the texts as they are now, of every law under which the shop sells with a right of withdrawal. */
export async function agreedTextsNow(shop: Seller): Promise<Map<ConsumerLaw, AgreedDocument>> {
  const laws = withdrawalLawsOf(shop.settings.current)
  return new Map(await Promise.all(laws.map(async (law) => [law, await agreedTextUnder(shop, law)] as const)))
}

/** Stores the texts that are not stored yet. Texts are long, so their digests are asked about first. */
export async function storeAgreedTexts({ db }: Tx, documents: readonly AgreedDocument[]): Promise<void> {
  if (documents.length === 0) return
  const digests = documents.map(({ digest }) => digest)
  const known = await db.selectFrom("agreed_texts").select("digest").where("digest", "in", digests).execute()
  const missing = documents.filter(({ digest }) => !known.some((one) => one.digest === digest))
  if (missing.length === 0) return
  const rows = missing.map(({ digest, text, html }) => ({ digest, body_text: text, body_html: html }))
  await db
    .insertInto("agreed_texts")
    .values(rows)
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute()
}

async function agreedTextUnder(shop: Seller, law: ConsumerLaw): Promise<AgreedDocument> {
  const settings = shop.settings.current
  const { name, email, url } = shop.identity
  // The terms depend on the day, by its tax rates.
  const key = JSON.stringify([law, todayOf(shop), name, email, url])
  return textOf(agreedTexts, settings, key, () => writeDocument(shop, law))
}

async function writeDocument(shop: Seller, law: ConsumerLaw): Promise<AgreedDocument> {
  const { contract } = shop.settings.current
  const facts = factsOf(shop)
  const terms = contractPages.map((name) => {
    const { title, body } = contract[name] ?? shippedPage(name)
    return { title, body: fillPlaceholders(body, facts) }
  })
  const document = await renderDocument([instructionFor(shop, law), ...terms], shop.identity.url)
  const digest = createHash("sha256").update(JSON.stringify([document.text, document.html]))
  return { ...document, digest: digest.digest("base64url") }
}

/** Returns the instructions of every law under which the shop sells, as HTML, or null under no such law. */
export async function viewInstructions(shop: Seller): Promise<string | null> {
  const settings = shop.settings.current
  const laws = withdrawalLawsOf(settings)
  if (laws.length === 0) return null
  const { name, email, url } = shop.identity
  const write = () =>
    renderDocument(
      laws.map((law) => instructionFor(shop, law)),
      url,
    )
  return (await textOf(instructions, settings, JSON.stringify([name, email, url]), write)).html
}

/** Returns the instructions and the form of one law, as a part of a document. */
function instructionFor(
  { identity: { name, email, url }, settings: { current } }: Pick<Seller, "identity" | "settings">,
  law: ConsumerLaw,
): { title: string; body: string } {
  const { address, telephone, returnCosts } = current
  const body = withdrawalInstruction(law, {
    seller: { name, email, address, telephone },
    withdrawAt: `${url}/withdraw`,
    paysForReturns: returnCosts === "shop",
  })
  return { title: law === "uk" ? "Instructions for cancellation" : "Instructions on withdrawal", body }
}
