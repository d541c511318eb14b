import { expect, test } from "vitest"
import { listCountries, statesOf } from "./countries.server"
import { viewAddress } from "./shipping.server"

function linesOf(country: string, state: string, city: string, pinCode: string, address: string): string[] {
  return viewAddress({ country, state, city, pinCode, address, phoneNo: "1" }).lines
}

/** The formats of Google's address data (chromium-i18n.appspot.com/ssl-address/data/XX), which follow the UPU's */
test.each([
  ["DE", "HH", "Hamburg", "20095", "Mönckebergstraße 7", "20095 Hamburg", "Germany"],
  ["DE", "BY", "München", "80331", "Marienplatz 1", "80331 München", "Germany"],
  ["AT", "9", "Wien", "1010", "Graben 1", "1010 Wien", "Austria"],
  ["CH", "ZH", "Zürich", "8001", "Bahnhofstrasse 1", "8001 Zürich", "Switzerland"],
  ["FR", "75C", "Paris", "75001", "1 rue de Rivoli", "75001 Paris", "France"],
  ["BE", "BRU", "Bruxelles", "1000", "Grand-Place 1", "1000 Bruxelles", "Belgium"],
  ["NL", "NH", "Amsterdam", "1012 JS", "Dam 1", "1012 JS Amsterdam", "Netherlands"],
  ["PL", "MZ", "Warszawa", "00-001", "ul. Krucza 1", "00-001 Warszawa", "Poland"],
  ["CZ", "10", "Praha", "110 00", "Celetná 1", "110 00 Praha", "Czech Republic"],
  ["SE", "AB", "Stockholm", "111 20", "Vasagatan 1", "111 20 Stockholm", "Sweden"],
  ["FI", "18", "Helsinki", "00100", "Mannerheimintie 1", "00100 Helsinki", "Finland"],
  ["DK", "84", "København", "1050", "Nytorv 1", "1050 København", "Denmark"],
  ["NO", "03", "Oslo", "0150", "Karl Johans gate 1", "0150 Oslo", "Norway"],
  ["PT", "11", "Lisboa", "1100-148", "Rua Augusta 1", "1100-148 Lisboa", "Portugal"],
  ["GR", "I", "Athina", "105 57", "Ermou 1", "105 57 Athina", "Greece"],
  ["IT", "MI", "Milano", "20121", "Via Roma 1", "20121 Milano MI", "Italy"],
  ["IT", "25", "Milano", "20121", "Via Roma 1", "20121 Milano", "Italy"],
  ["ES", "MD", "Madrid", "28013", "Calle Mayor 1", "28013 Madrid", "Spain"],
  ["ES", "BU", "Aranda de Duero", "09400", "Calle 1", "09400 Aranda de Duero Burgos Province", "Spain"],
  ["US", "IL", "Springfield", "62701", "1 Main Street", "Springfield, IL 62701", "United States"],
  ["US", "NY", "New York", "10001", "1 Broadway", "New York, NY 10001", "United States"],
  ["CA", "ON", "Toronto", "M5V 1A1", "1 Front Street", "Toronto ON M5V 1A1", "Canada"],
  ["AU", "NSW", "Sydney", "2000", "1 George Street", "Sydney NSW 2000", "Australia"],
  ["NZ", "AUK", "Auckland", "1010", "1 Queen Street", "Auckland 1010", "New Zealand"],
  ["TW", "TPE", "Xinyi", "110", "7 Xinyi Road", "Xinyi, Taipei 110", "Taiwan"],
])("in %s, %s: %s %s is written in postal form", (country, state, city, pinCode, address, line, name) => {
  expect(linesOf(country, state, city, pinCode, address)).toEqual([address, line, name])
})

test.each([
  ["GB", "ENG", "London", "SW1A 2AA", "10 Downing Street", "10 Downing Street|London|SW1A 2AA|United Kingdom"],
  ["IE", "D", "Dublin 2", "D02 X285", "1 Dawson Street", "1 Dawson Street|Dublin 2|D02 X285|Ireland"],
  ["IE", "CO", "Kinsale", "P17 X285", "1 Main Street", "1 Main Street|Kinsale|Cork|P17 X285|Ireland"],
  ["HU", "BU", "Budapest", "1055", "Honvéd utca 13", "Budapest|Honvéd utca 13|1055|Hungary"],
  ["BR", "SP", "São Paulo", "01310-100", "Av. Paulista 1000", "Av. Paulista 1000|São Paulo-SP|01310-100|Brazil"],
  ["MX", "JAL", "Guadalajara", "44100", "Av. Juárez 1", "Av. Juárez 1|44100 Guadalajara, Jalisco|Mexico"],
  ["IN", "KA", "Bengaluru", "560001", "1 MG Road", "1 MG Road|Bengaluru 560001|Karnataka|India"],
  ["JP", "13", "Chiyoda-ku", "100-0001", "1-1 Chiyoda", "1-1 Chiyoda, Chiyoda-ku, Tokyo|100-0001|Japan"],
  ["JP", "13", "千代田区", "100-0001", "千代田1-1", "〒100-0001|Tokyo|千代田区千代田1-1|Japan"],
  ["CN", "BJ", "Beijing", "100000", "1 Chang'an Avenue", "1 Chang'an Avenue|Beijing, 100000|China"],
  ["CN", "GD", "Shenzhen", "518000", "1 Shennan Road", "1 Shennan Road|Shenzhen|Guangdong, 518000|China"],
  ["KR", "11", "Jongno-gu", "03154", "1 Sejong-daero", "1 Sejong-daero|Jongno-gu|Seoul|03154|South Korea"],
  ["SG", "", "Singapore", "018956", "10 Bayfront Avenue", "10 Bayfront Avenue|SINGAPORE 018956|Singapore"],
  [
    "HK",
    "HCW",
    "Central",
    "0",
    "1 Queen's Road",
    "1 Queen's Road|Central|Central and Western District|0|Hong Kong S.A.R.",
  ],
  ["AE", "DU", "Dubai", "00000", "1 Sheikh Zayed Road", "1 Sheikh Zayed Road|Dubai|00000|United Arab Emirates"],
  ["GH", "AA", "Tema", "GT-100", "1 Hospital Road", "1 Hospital Road|Tema|Greater Accra GT-100|Ghana"],
])("in %s, %s: %s %s has the lines of its country", (country, state, city, pinCode, address, lines) => {
  expect(linesOf(country, state, city, pinCode, address).join("|")).toBe(lines)
})

test("a post code is written as typed, with or without its prefix", () => {
  expect(linesOf("SE", "AB", "Stockholm", "SE-111 20", "Vasagatan 1")[1]).toBe("SE-111 20 Stockholm")
  expect(linesOf("CH", "ZH", "Zürich", "CH-8001", "Bahnhofstrasse 1")[1]).toBe("CH-8001 Zürich")
  expect(linesOf("AZ", "BA", "Baku", "AZ1000", "Street 1")).toContain("AZ1000 Baku")
})

test("no address of any country loses a part, except a state that its country does not use", () => {
  const lost = listCountries().flatMap(({ code, name }) => {
    return ["", ...statesOf(code).map((state) => state.code)].flatMap((state) => {
      const lines = linesOf(code, state, "Somewhere", "PC 123", "9 Any Street")
      const text = lines.join("\n")
      const isWhole = ["Somewhere", "PC 123", "9 Any Street"].every((part) => text.split(part).length === 2)
      return isWhole && lines.at(-1) === name && !lines.includes("") ? [] : [[code, state, text]]
    })
  })
  expect(lost).toEqual([])
})

test("data of an import is kept: an unknown country, a state as text, characters of a format", () => {
  expect(linesOf("Narnia", "Wood", "Lamp", "1", "Post 2")).toEqual(["Post 2", "Lamp", "Wood 1", "Narnia"])
  expect(linesOf("US", "Illinois", "Springfield", "62701", "%C $& 1")).toEqual([
    "%C $& 1",
    "Springfield, Illinois 62701",
    "United States",
  ])
  expect(linesOf("DE", "", "Hamburg", "", "")).toEqual(["Hamburg", "Germany"])
})
