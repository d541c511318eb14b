import type { Queryable } from "~/domain/shop"
import { textKey } from "~/domain/text/text-key"
import { type HandColumn, handColumnNames, handColumns } from "../moving-in/by-hand"
import { closestFormat } from "../moving-in/recognise"
import { findMapping } from "./import-mappings.server"
import type { UnknownHeading } from "./product-import"

/** Words in headings that make a use likely, the most specific first */
const likely: readonly [HandColumn, RegExp][] = [
  ["sale", /\b(?:sale|offer|special|aktionspreis|angebotspreis|promo)/],
  ["gtin", /\b(?:gtin|ean|upc|barcode|isbn)/],
  ["sku", /\b(?:sku|article (?:number|no)|artikelnummer|reference|référence|item number|code)\b/],
  ["price", /price|preis|prix|precio|prezzo|prijs|cena|preço|цена|pris\b|価格/],
  ["stock", /stock|quantity|bestand|inventory|qty|lager|menge|existencias|magazzino|voorraad|остаток|在庫/],
  ["description", /description|beschreibung|descripción|descrizione|beschrijving|opis|описание|beskrivning|説明/],
  ["category", /category|kategorie|catégorie|categoría|categoria|categorie|категория|カテゴリ/],
  ["brand", /brand|marke|marque|marca|vendor|manufacturer|hersteller|merk\b/],
  ["picture", /image|picture|bild|photo|foto|immagine|imagen/],
  ["kg", /weight.*kg|gewicht.*kg|poids.*kg|peso.*kg/],
  ["grams", /weight.*\bg\b|gewicht.*\bg\b|grams/],
  [
    "name",
    /^(?:name|title|product|product name|bezeichnung|artikel|article|nom|nombre|nome|naam|nazwa|название|namn|název|商品名|produkt)$/,
  ],
]

/** Returns what the page offers for each heading of a file of an unknown system. */
export async function chooseColumns(shop: Queryable, headings: readonly UnknownHeading[]) {
  const names = headings.map(({ heading }) => heading)
  const saved = await findMapping(shop, names)
  return {
    uses: handColumnNames.map((value) => ({ value, label: handColumns[value].becomes })),
    chosen: saved ?? guess(names),
    similarFormat: closestFormat(names),
  }
}

function guess(headings: readonly string[]): (HandColumn | null)[] {
  const used = new Set<HandColumn>()
  return headings.map((heading) => {
    const name = textKey(heading)
    const found = likely.find(([key, words]) => !used.has(key) && words.test(name))?.[0] ?? null
    if (found) used.add(found)
    return found
  })
}
