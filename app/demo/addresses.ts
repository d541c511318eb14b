import type { DemoAddress } from "./orders"

/** Where each of `demoPeople` lives, by the same index; states and countries are those of country-state-city. */
export const demoAddresses: DemoAddress[] = [
  at("14 Banksia Street", "Sydney", "NSW", "New South Wales", "AU", "2042", "0291234567"),
  at("Flat 6, 22 Carter Road", "Mumbai", "MH", "Maharashtra", "IN", "400050", "9820012345"),
  at("Thereses gate 31", "Oslo", "03", "Oslo", "NO", "0354", "0022123456"),
  at("8 Awolowo Road", "Lagos", "LA", "Lagos", "NG", "101233", "8030012345"),
  at("3-12-5 Yanaka", "Taito", "13", "Tokyo", "JP", "110-0001", "0312345678"),
  at("Rua Harmonia 214", "São Paulo", "SP", "São Paulo", "BR", "05435-000", "1130123456"),
  at("Via Savona 18", "Milano", "25", "Lombardy", "IT", "20144", "0212345678"),
  at("27 Leith Walk", "Edinburgh", "SCT", "Scotland", "GB", "EH6 8LN", "1315550123"),
  at("TC 9/1431, Temple Road", "Kochi", "KL", "Kerala", "IN", "682001", "9847012345"),
  at("Lychener Straße 44", "Berlin", "BE", "Berlin", "DE", "10437", "3012345678"),
  at("ul. Mokotowska 12", "Warszawa", "MZ", "Masovian Voivodeship", "PL", "00-561", "2212345678"),
  at("1208 SE Salmon Street", "Portland", "OR", "Oregon", "US", "97214", "5035550142"),
  at("51 Cuba Street", "Wellington", "WGN", "Wellington Region", "NZ", "6011", "0045550123"),
  at("9 rue des Martyrs", "Paris", "IDF", "Île-de-France", "FR", "75009", "0142345678"),
]

function at(
  address: string,
  city: string,
  code: string,
  name: string,
  country: string,
  pinCode: string,
  phoneNo: string,
): DemoAddress {
  return { address, city, state: { code, name }, country, pinCode, phoneNo }
}
