import {
  describeMapping,
  matchHeadings,
  type SheetColumn,
  type SheetMapping,
} from "~/domain/product-table/moving-in/sheet"
import { cut } from "~/domain/text/cut"

/** What a column of another shop's customer file says */
export type CustomerKey =
  | "sourceKey"
  | "email"
  | "firstName"
  | "lastName"
  | "fullName"
  | "company"
  | "address1"
  | "address2"
  | "city"
  | "stateCode"
  | "state"
  | "countryCode"
  | "country"
  | "postcode"
  | "phone"
  | "customerPhone"
  | "billingEmail"
  | "billingFirstName"
  | "billingLastName"
  | "billingCompany"
  | "billingAddress1"
  | "billingAddress2"
  | "billingCity"
  | "billingState"
  | "billingCountry"
  | "billingPostcode"
  | "billingPhone"
  | "consent"
  | "consentDate"
  | "orders"
  | "spent"
  | "since"
  | "note"
  | "taxExempt"

export type CustomerCells = Partial<Record<CustomerKey, string>>

/** The customer file of another shop system */
interface CustomerFormat {
  name: string
  columns: Partial<Record<CustomerKey, SheetColumn>>
  /** Columns that only a file of this system has */
  telling: readonly CustomerKey[]
}

const column = (becomes: string, ...headings: string[]): SheetColumn => ({ becomes, headings })

const EMAIL = "Email"
const NAME = "Name"
const ADDRESS = "Address"
const BILLING = "Address, if the file has no shipping address"
const CONSENT = "Consent to marketing emails"
const NOTE = "Note"

/**
 * https://help.shopify.com/en/manual/customers/import-export-customers; older files have shorter headings, and those of
 * the export app Matrixify have the date of a consent.
 */
const shopify: CustomerFormat = {
  name: "Shopify",
  columns: {
    sourceKey: column("ID in the other shop", "Customer ID", "ID"),
    email: column(EMAIL, "Email"),
    firstName: column(NAME, "First Name"),
    lastName: column(NAME, "Last Name"),
    company: column(ADDRESS, "Default Address Company", "Address Company", "Company"),
    address1: column(ADDRESS, "Default Address Address1", "Address Line 1", "Address1"),
    address2: column(ADDRESS, "Default Address Address2", "Address Line 2", "Address2"),
    city: column(ADDRESS, "Default Address City", "Address City", "City"),
    stateCode: column(ADDRESS, "Default Address Province Code", "Address Province Code", "Province Code"),
    state: column(ADDRESS, "Default Address Province", "Address Province", "Province"),
    countryCode: column(ADDRESS, "Default Address Country Code", "Address Country Code", "Country Code"),
    country: column(ADDRESS, "Default Address Country", "Address Country", "Country"),
    postcode: column(ADDRESS, "Default Address Zip", "Address Zip", "Zip"),
    phone: column("Telephone", "Default Address Phone", "Address Phone"),
    customerPhone: column("Telephone, if the address has none", "Phone"),
    consent: column(CONSENT, "Accepts Email Marketing", "Accepts Marketing", "Email Marketing: Status"),
    consentDate: column("Date of the consent", "Email Marketing: Updated At", "Accepts Marketing Updated At"),
    orders: column(NOTE, "Total Orders", "Orders Count"),
    spent: column(NOTE, "Total Spent"),
    since: column(NOTE, "Created At"),
    note: column(NOTE, "Note"),
    taxExempt: column(NOTE, "Tax Exempt"),
  },
  telling: ["firstName", "address1", "consent", "orders", "spent", "taxExempt"],
}

/**
 * Headings of WooCommerce's report in German, French, Spanish, Italian, Dutch, Polish, Portuguese, Russian, Swedish,
 * Czech and Japanese, with older and newer translations
 * (https://translate.wordpress.org/projects/wp-plugins/woocommerce/)
 */
const report = {
  name: ["Nom", "Nombre", "Nome", "Naam", "Nazwa", "Имя", "Namn", "Jméno", "名前"],
  email: ["E-Mail", "Correo electrónico", "E-post", "メール"],
  orders: [
    ...["Bestellungen", "Commandes", "Pedidos", "Ordini", "Bestellingen", "Zamówienia", "Encomendas", "Заказы"],
    ...["Beställningar", "Objednávky", "ご注文", "注文"],
  ],
  spent: [
    ...["Gesamtausgaben", "Gesamtbestellwert", "Dépense totale", "Gasto total", "Spesa totale", "Totale uitgaven"],
    ...["Totaal uitgegeven", "Suma wydatków", "Total gasto", "Общий объем расходов", "Сумма расходов"],
    ...["Totalt spenderat", "Celková útrata", "合計支出額", "総支出"],
  ],
  since: [
    ...["Anmelden", "Registrieren", "Registrierungsdatum", "S’inscrire", "Date d’inscription", "Registro"],
    ...["Fecha de registro", "Registrati", "Data registrata", "Registreren", "Datum geregistreerd", "Zarejestruj się"],
    ...["Data rejestracji", "Registrar-se", "Cadastrado", "Data de cadastro", "Registar", "Data de registo"],
    ...["Регистрация", "Дата регистрации", "Skapa konto", "Datum för registrering", "Registrace", "登録", "登録日"],
  ],
  country: [
    ...["Land / Region", "Land/Region", "Land/regio", "Pays/région", "País / Región", "País/Región", "Paese/regione"],
    ...["Kraj / region", "País / Região", "País/Região", "País", "Страна/регион", "Země / Region", "Země/Oblast"],
    ...["国または地域", "Country/Region"],
  ],
  city: [
    ...["Stadt", "Ville", "Ciudad", "Città", "Plaats", "Miasto", "Miejscowość", "Cidade", "Город", "Stad", "Ort"],
    ...["Město", "市区町村"],
  ],
  region: ["Région", "Región", "Regione", "Regio", "Região", "Регион", "Landskap", "Kraj", "地域"],
  postcode: [
    ...["Postleitzahl", "Code postal", "Código postal", "CAP", "Postcode", "Kod pocztowy", "CEP"],
    ...["Почтовый индекс", "Postnummer", "PSČ", "郵便番号"],
  ],
}

/**
 * WooCommerce has the report *Customers*, whose columns are those of its table; other files are made by export plugins,
 * whose columns are the names of WordPress' fields.
 */
const wooCommerce: CustomerFormat = {
  name: "WooCommerce",
  columns: {
    sourceKey: column("ID in the other shop", "customer_id", "user_id", "ID"),
    email: column(EMAIL, "user_email", "customer_email", "Email", ...report.email),
    firstName: column(NAME, "first_name", "shipping_first_name"),
    lastName: column(NAME, "last_name", "shipping_last_name"),
    fullName: column(NAME, "Name", "display_name", "customer_name", ...report.name),
    company: column(ADDRESS, "shipping_company"),
    address1: column(ADDRESS, "shipping_address_1"),
    address2: column(ADDRESS, "shipping_address_2"),
    city: column(ADDRESS, "shipping_city", "City", ...report.city),
    state: column(ADDRESS, "shipping_state", "Region", ...report.region),
    country: column(ADDRESS, "shipping_country", "Country / Region", "Country", ...report.country),
    postcode: column(ADDRESS, "shipping_postcode", "Postal Code", ...report.postcode),
    phone: column("Telephone", "shipping_phone"),
    billingEmail: column("Email, if the account has none", "billing_email"),
    billingFirstName: column("Name, if the account has none", "billing_first_name"),
    billingLastName: column("Name, if the account has none", "billing_last_name"),
    billingCompany: column(BILLING, "billing_company"),
    billingAddress1: column(BILLING, "billing_address_1"),
    billingAddress2: column(BILLING, "billing_address_2"),
    billingCity: column(BILLING, "billing_city"),
    billingState: column(BILLING, "billing_state"),
    billingCountry: column(BILLING, "billing_country"),
    billingPostcode: column(BILLING, "billing_postcode"),
    billingPhone: column("Telephone", "billing_phone"),
    consent: column(
      CONSENT,
      ...["mailchimp_woocommerce_is_subscribed", "meta:mailchimp_woocommerce_is_subscribed"],
      ...["accepts_marketing", "marketing_opt_in", "newsletter_consent", "newsletter"],
    ),
    consentDate: column("Date of the consent", "marketing_opt_in_date", "newsletter_consent_date"),
    orders: column(NOTE, "Orders", "order_count", "orders_count", ...report.orders),
    spent: column(NOTE, "Total Spend", "total_spent", "money_spent", ...report.spent),
    since: column(NOTE, "Sign Up", "Date registered", "date_registered", "user_registered", ...report.since),
    note: column(NOTE, "customer_note"),
  },
  telling: ["fullName", "billingEmail", "billingCity", "city", "since", "firstName"],
}

const formats: readonly CustomerFormat[] = [shopify, wooCommerce]

interface CustomerSheet {
  source: string
  /** The key of each column, in order; null if it is ignored */
  keys: (CustomerKey | null)[]
  mapping: SheetMapping
  /** The heading of the column with the consent */
  consentHeading: string
}

/** Finds the system by which most columns of a file are known; returns null for a file that is of none. */
export function recognizeCustomers(headings: readonly string[]): CustomerSheet | null {
  let best: CustomerSheet | null = null
  let most = 0
  for (const { name, columns, telling } of formats) {
    const format = { columns: columns as Record<CustomerKey, SheetColumn>, required: [] }
    const keys = matchHeadings(format, headings)
    const known = keys?.filter((key) => key !== null) ?? []
    const hasEmail = known.includes("email") || known.includes("billingEmail")
    if (!keys || !hasEmail || !telling.some((key) => known.includes(key)) || known.length <= most) continue
    most = known.length
    const consentHeading = cut(headings[keys.indexOf("consent")]?.trim() ?? "", 100)
    best = { source: name, keys, mapping: describeMapping(format, headings, keys), consentHeading }
  }
  return best
}
