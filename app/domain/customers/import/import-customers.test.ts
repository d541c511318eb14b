import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { inviteToAccount, sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { resetPassword } from "~/domain/accounts/passwords/password-reset.server"
import { takeSignInLink } from "~/domain/accounts/passwords/sign-in-by-link.server"
import { updateShippingInfo } from "~/domain/accounts/profile.server"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { findShipping } from "~/domain/shipping/shipping.server"
import { softDeleteUser, updateUser } from "~/domain/staff/users/users.server"
import { aMember, aSession, PASSWORD, signedInUserId } from "~/testing/shop/people.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { countInvitations, sendInvitations, startInvitations, stopInvitations } from "../invitations.server"
import { listOrigins } from "../origins.server"
import { exportMessages, findCustomerImport, listCustomerRows, startCustomerImport } from "./customer-imports.server"
import { previewCustomers } from "./preview-import.server"
import { resumeCustomerImports, runCustomerImport } from "./run-import.server"
import { startUndo } from "./undo-import.server"

let here: TestShop
let admin: Staff

beforeAll(async () => {
  here = await openTestShop()
  admin = await signUpAdmin(here.shop)
})
afterAll(() => here.close())

const preview = (csv: string | Uint8Array<ArrayBuffer>, name = "customers.csv") =>
  previewCustomers(here.shop, admin, new File([csv], name, { type: "text/csv" }))
const rowsOf = (id: string) => listCustomerRows(here.shop, admin, id, { page: 1, outcome: "" })
const countsOf = async (id: string) => {
  const { counts } = await findCustomerImport(here.shop, admin, id)
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
const run = async (id: string) => {
  await startCustomerImport(here.shop, admin, id)
  await runCustomerImport(here.shop, id)
}
const undo = async (id: string) => {
  await startUndo(here.shop, admin, id)
  await runCustomerImport(here.shop, id)
}
const userOf = (email: string) =>
  here.shop.db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst()
const userIdOf = async (email: string) => (await userOf(email))?.id ?? ""
const mailsTo = (email: string) =>
  here.shop.db.selectFrom("mails").select(["kind", "text_body"]).where("recipient", "=", email).execute()

const SHOPIFY =
  "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1," +
  "Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code," +
  "Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags"

const shopifyRow = (email: string, orders = 3) =>
  `'8100000000001,Wilma,Feldmann,${email},yes,,12 Larch Road,Flat 2,Springfield,IL,US,'62704,,'+12175550123,no,340.50,${orders},Likes blue,no,"vip, blue"`

test("an ID and a sum that are cut at an emoji are stored without half of it", async () => {
  const [key, spent] = [`${"k".repeat(99)}🧢${"k".repeat(9)}`, `${"1".repeat(29)}🧢1`]
  const row = shopifyRow("emoji@moved.test").replace("'8100000000001", key).replace("340.50", spent)
  const [found] = await rowsOf(await preview(`${SHOPIFY}\n${row}\n`))
  expect(found?.fields).toMatchObject({
    sourceKey: "k".repeat(99),
    note: expect.stringContaining(`${"1".repeat(29)} spent`),
  })
})

describe("a file of Shopify", () => {
  test("shows what it becomes, and writes nothing until it is confirmed", async () => {
    const id = await preview(`${SHOPIFY}\n${shopifyRow("wilma@moved.test")}\n`)
    expect(await findCustomerImport(here.shop, admin, id)).toMatchObject({
      status: "checked",
      source: "Shopify",
      encoding: "UTF-8",
      separator: "commas",
    })
    const { mapping } = await findCustomerImport(here.shop, admin, id)
    expect(mapping?.filter(({ becomes }) => becomes === null).map(({ heading }) => heading)).toEqual([
      "Accepts SMS Marketing",
      "Tags",
    ])
    expect(await rowsOf(id)).toMatchObject([
      {
        line: 2,
        outcome: "create",
        name: "Wilma Feldmann",
        message: "",
        fields: {
          address: {
            address: "12 Larch Road, Flat 2",
            city: "Springfield",
            state: "IL",
            country: "US",
            pinCode: "62704",
            phoneNo: "2175550123",
          },
          sourceKey: "8100000000001",
          note: "3 orders, 340.50 spent. Likes blue",
          consent: true,
          consentOn: null,
          consentSource: "Shopify: Accepts Email Marketing",
        },
      },
    ])
    expect(await userOf("wilma@moved.test")).toBeUndefined()

    await run(id)
    expect(await countsOf(id)).toEqual({ created: 1 })
    const user = await userOf("wilma@moved.test")
    expect(user).toMatchObject({ name: "Wilma Feldmann", password_hash: "", email_verified_at: null, role: "user" })
    expect(user?.shipping_info).toMatchObject({ city: "Springfield" })
    expect(await listOrigins(here.shop, admin, user?.id ?? "")).toMatchObject([
      { source: "Shopify", note: "3 orders, 340.50 spent. Likes blue", consent: true, invitedAt: null },
    ])
    expect(await mailsTo("wilma@moved.test")).toEqual([])
  })

  test("changes nothing when it is imported again, and corrects its accounts when a row has changed", async () => {
    const csv = `${SHOPIFY}\n${shopifyRow("again@moved.test")}\n`
    await run(await preview(csv))
    expect(await countsOf(await preview(csv))).toEqual({ same: 1 })
    const corrected = await preview(csv.replace("Feldmann", "Feldman").replace("12 Larch", "14 Larch"))
    await run(corrected)
    expect(await countsOf(corrected)).toEqual({ merged: 1 })
    expect(await userOf("again@moved.test")).toMatchObject({
      name: "Wilma Feldman",
      shipping_info: { address: "14 Larch Road, Flat 2" },
    })
  })

  test("with the older headings is recognized, in Windows' encoding and with semicolons", async () => {
    const csv =
      "First Name;Last Name;Email;Accepts Marketing;Company;Address1;City;Province;Country;Zip;Phone;Total Spent;Total Orders;Tags;Note;Tax Exempt\n" +
      "Jörg;Müßig;joerg@moved.test;no;;Gasse 1;Köln;;Germany;50667;+49 221 5550;0.00;1;;;yes\n"
    const id = await preview(Buffer.from(csv, "latin1"))
    expect(await findCustomerImport(here.shop, admin, id)).toMatchObject({ separator: "semicolons" })
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({
      name: "Jörg Müßig",
      fields: {
        consent: false,
        note: "1 order, exempt from tax in the other shop",
        address: { city: "Köln", country: "DE" },
      },
    })
    expect(row?.message).toContain("The customer was exempt from tax")
  })

  test("with the date of a consent keeps it", async () => {
    const csv =
      "ID,First Name,Last Name,Email,Email Marketing: Status,Email Marketing: Updated At,Total Orders\n" +
      "1,Ida,Yes,ida@moved.test,subscribed,2024-05-01 10:00:00 +0200,2\n" +
      "2,Ono,No,ono@moved.test,unsubscribed,2023-02-30,2\n3,Pia,Perhaps,pia@moved.test,pending,,2\n"
    const rows = (await rowsOf(await preview(csv))).sort((one, other) => one.line - other.line)
    expect(rows.map(({ fields }) => [fields?.consent, fields?.consentOn])).toEqual([
      [true, "2024-05-01"],
      [false, null],
      [null, null],
    ])
    expect(rows.map(({ message }) => message)).toEqual([
      "",
      "“2023-02-30” is not a date such as 2026-12-28: the consent has no date",
      "“pending” is neither a consent to emails nor a refusal: none was imported",
    ])
  })
})

/** Headings of WooCommerce 4 to 9 in their order */
const reports = {
  German:
    "Name|Benutzername|Zuletzt aktiv|Registrierungsdatum|E-Mail|Bestellungen|Gesamtbestellwert|Durschnittlicher Bestellwert|Land / Region|Stadt|Region|Postleitzahl",
  French:
    "Nom|Identifiant|Dernière activité|Date d’inscription|E-mail\u00a0|Commandes|Dépense totale|AOV|Pays/région|Ville|Région|Code postal",
  Spanish:
    "Nombre|Nombre de usuario|Última actividad|Registro|Correo electrónico|Pedidos|Gasto total|VMP|País / Región|Ciudad|Región|Código postal",
  Italian:
    "Nome|Nome utente|Ultimo attivo|Data registrata|Email|Ordini|Spesa totale|Valore medio ordine|Paese/regione|Città|Regione|CAP",
  Dutch:
    "Naam|Gebruikersnaam|Laatst actief|Datum geregistreerd|E-mail|Bestellingen|Totaal uitgegeven|AOV|Land/regio|Plaats|Regio|Postcode",
  Polish:
    "Nazwa|Nazwa użytkownika|Ostatnio aktywny|Data rejestracji|E-mail|Zamówienia|Suma wydatków|Średnia wartość zamówienia|Kraj / region|Miejscowość|Region|Kod pocztowy",
  Brazilian:
    "Nome|Nome de usuário|Última atividade|Cadastrado|E-mail|Pedidos|Total gasto|Valor médio por pedido|País|Cidade|Região|CEP",
  Portuguese:
    "Nome|Nome de utilizador|Última actividade|Data de registo|Email|Encomendas|Total gasto|VME|País / Região|Cidade|Região|Código postal",
  Russian:
    "Имя|Имя пользователя|Последнее посещение|Дата регистрации|Email|Заказы|Общий объем расходов|Средний чек|Страна/регион|Город|Регион|Почтовый индекс",
  Swedish:
    "Namn|Användarnamn|Senast aktiv|Datum för registrering|E-post|Beställningar|Totalt spenderat|AOV|Land/Region|Ort|Landskap|Postnummer",
  Czech:
    "Jméno|Uživatelské jméno|Naposledy aktivní|Registrace|E-mail|Objednávky|Celková útrata|AOV|Země / Region|Město|Kraj|PSČ",
  Japanese: "名前|ユーザー名|最終アクティブ|登録日|メール|注文|総支出|平均注文額|国または地域|市区町村|地域|郵便番号",
}

describe("a file of WooCommerce", () => {
  test("made by its report of customers is imported, with an address that the checkout completes", async () => {
    const csv =
      'Name,Username,"Last Active","Sign Up",Email,Orders,"Total Spend",AOV,"Country / Region",City,Region,"Postal Code"\n' +
      '"Nora Quist",nora,"2026-10-01 08:00:00","2021-03-04 09:10:11",nora@moved.test,12,540.25,45.02,US,Springfield,IL,62704\n'
    const id = await preview(csv)
    await run(id)
    expect(await findCustomerImport(here.shop, admin, id)).toMatchObject({ source: "WooCommerce" })
    expect(await rowsOf(id)).toMatchObject([
      {
        outcome: "created",
        fields: { note: "12 orders, 540.25 spent, customer since 2021-03-04" },
        message: "The address has no street and no telephone number; the checkout asks for it",
      },
    ])
    const member = { id: await userIdOf("nora@moved.test") } as never
    expect(await findShipping(here.shop, member)).toMatchObject({ address: "", city: "Springfield", state: "IL" })
  })

  test.each(Object.entries(reports))("made by its report in %s has the same columns", async (language, headings) => {
    const row = `Nora Quist,nora,2026-10-01 08:00:00,2021-03-04 09:10:11,${language}@report.test,12,540.25,45.02,US,Springfield,IL,62704`
    const id = await preview(`${headings.replaceAll("|", ",")}\n${row}\n`)
    const { source, mapping } = await findCustomerImport(here.shop, admin, id)
    expect(source).toBe("WooCommerce")
    expect(mapping?.filter(({ becomes }) => becomes === null)).toHaveLength(3)
    expect(await rowsOf(id)).toMatchObject([
      {
        ...{ name: "Nora Quist", email: `${language}@report.test` },
        fields: {
          note: "12 orders, 540.25 spent, customer since 2021-03-04",
          address: { city: "Springfield", state: "IL", country: "US", pinCode: "62704" },
        },
      },
    ])
  })

  test("made by an export plugin takes the address for shipping before that for bills, and no password", async () => {
    const csv =
      "customer_id,user_login,user_pass,user_email,first_name,last_name,billing_first_name,billing_address_1,billing_city,billing_state,billing_country,billing_postcode,billing_phone,shipping_address_1,shipping_city,shipping_state,shipping_country,shipping_postcode,marketing_opt_in,marketing_opt_in_date\n" +
      "5,ann,$P$hash,ann@moved.test,Ann,Oak,Ann,1 Bill St,Springfield,IL,US,62701,2175550100,2 Ship St,Springfield,IL,US,62702,1,2025-01-31\n" +
      "6,bob,$P$hash,bob@moved.test,,,Bob,3 Bill St,Springfield,IL,US,62703,217-555-0101,,,,,,,\n"
    const rows = (await rowsOf(await preview(csv))).sort((one, other) => one.line - other.line)
    expect(rows.map(({ name, fields }) => [name, fields?.address?.address, fields?.address?.phoneNo])).toEqual([
      ["Ann Oak", "2 Ship St", "2175550100"],
      ["Bob", "3 Bill St", "2175550101"],
    ])
    expect(rows[0]?.fields).toMatchObject({ consent: true, consentOn: "2025-01-31" })
    expect(JSON.stringify(rows)).not.toContain("$P$")
  })
})

test("a file of something else is refused by a sentence that names its columns", async () => {
  await expect(preview("Handle,Title,Price\nmug,Mug,1\n")).rejects.toThrow(
    /not a customer file of Shopify or WooCommerce.*Its columns are “Handle”, “Title”, “Price”/,
  )
  await expect(preview("")).rejects.toThrow("This file is empty")
  await expect(preview(`${SHOPIFY}\n`)).rejects.toThrow("There are no rows below the heading")
})

test("rows that cannot be imported say why, quote their cell, and leave the others", async () => {
  const csv = [
    SHOPIFY,
    "1,No,Mail,,yes,,,,,,,,,,no,0,0,,no,",
    "2,Bad,Mail,bad@@mail.test,yes,,,,,,,,,,no,0,0,,no,",
    `3,,,${"nameless"}@moved.test,,,5 Elm,,Nowhere,,XX,1,,,no,0,0,,no,`,
    "4,Nameless,Again,NAMELESS@moved.test,,,,,,,,,,,no,0,0,,no,",
    "5,Too,Many,many@moved.test,,,,,,,,,,,no,0,0,,no,,surplus",
  ].join("\n")
  const id = await preview(csv)
  const rows = (await rowsOf(id)).sort((one, other) => one.line - other.line)
  expect(rows.map(({ line, outcome, message }) => [line, outcome, message])).toEqual([
    [2, "error", "The row has no email address: an account needs one"],
    [3, "error", expect.stringContaining("“bad@@mail.test” is not an email address")],
    [
      4,
      "create",
      "There is no name: the account has the first part of the email address. The address was not imported: there is no country called “XX”",
    ],
    [5, "error", "This is the email address of line 4 again"],
    [6, "error", expect.stringContaining("surplus")],
  ])
  const messages = await text(exportMessages(here.shop, admin, id))
  expect(messages.trim().split("\n")).toHaveLength(6)
  expect(messages).toContain('"3","bad@@mail.test","Bad Mail","Error"')
})

describe("a customer with an account", () => {
  test("keeps their own name and address, and gets the note and the consent", async () => {
    const member = await aMember(here.shop, { name: "Wilma Own", email: "own@moved.test" })
    const id = await preview(`${SHOPIFY}\n${shopifyRow("OWN@moved.test")}\n`)
    await run(id)
    expect(await countsOf(id)).toEqual({ merged: 1 })
    expect(await userOf("own@moved.test")).toMatchObject({ id: member.id, name: "Wilma Own" })
    expect(await listOrigins(here.shop, admin, member.id)).toMatchObject([{ consent: true }])
    expect((await countInvitations(here.shop, admin)).invitable).toBe(await countUninvited())
    await undo(id)
    expect(await countsOf(id)).toEqual({ undone: 1 })
    expect(await listOrigins(here.shop, admin, member.id)).toEqual([])
    expect(await userOf("own@moved.test")).toMatchObject({ name: "Wilma Own", shipping_info: null })
  })

  test("whose address is unproven gets nothing: it may be someone else's account", async () => {
    const stranger = await aMember(here.shop, { name: "Stranger", email: "taken@moved.test", verified: false })
    const id = await preview(`${SHOPIFY}\n${shopifyRow("taken@moved.test")}\n`)
    expect((await rowsOf(id))[0]).toMatchObject({ outcome: "error", userId: null, fields: null })
    expect((await rowsOf(id))[0]?.message).toContain("its owner has not confirmed it")
    await run(id)
    expect(await listOrigins(here.shop, admin, stranger.id)).toEqual([])
  })

  test("who registers between the preview and the import is not merged without a proof", async () => {
    const id = await preview(`${SHOPIFY}\n${shopifyRow("quick@moved.test")}\n`)
    const member = await aMember(here.shop, { email: "quick@moved.test", verified: false })
    await run(id)
    expect(await rowsOf(id)).toMatchObject([{ outcome: "failed" }])
    expect(await listOrigins(here.shop, admin, member.id)).toEqual([])
  })
})

async function countUninvited(): Promise<number> {
  const made = here.shop.db
    .selectFrom("customer_origins")
    .innerJoin("users", "users.id", "user_id")
    .select("user_id")
    .where("is_new", "=", true)
    .where("deleted_at", "is", null)
    .where("email_verified_at", "is", null)
  return (await made.where("invited_at", "is", null).execute()).length
}

test("a killed import continues where it was, and two processes import each customer once", async () => {
  const many = Array.from({ length: 30 }, (_, number) => shopifyRow(`many${number}@moved.test`))
  const id = await preview(`${SHOPIFY}\n${many.join("\n")}\n`)
  await startCustomerImport(here.shop, admin, id)
  const killed = new AbortController()
  let transactions = 0
  const dying = {
    ...here.shop,
    transaction: ((work) => {
      if (++transactions === 10) killed.abort(new Error("killed"))
      return here.shop.transaction(work)
    }) as typeof here.shop.transaction,
  }
  await expect(runCustomerImport(dying, id, killed.signal)).rejects.toThrow("killed")
  const { created = 0, create = 0 } = await countsOf(id)
  expect([created, create]).toEqual([10, 20])
  await Promise.all([resumeCustomerImports(here.shop), resumeCustomerImports(here.shop)])
  expect(await countsOf(id)).toEqual({ created: 30 })
  expect(await findCustomerImport(here.shop, admin, id)).toMatchObject({ status: "done" })
  await undo(id)
  expect(await countsOf(id)).toEqual({ undone: 30 })
  expect(await userOf("many7@moved.test")).toBeUndefined()
})

test("a large file is read by a job, also after its process was killed", async () => {
  const filler = "x".repeat(1_500)
  const rows = Array.from({ length: 1_500 }, (_, number) => `${number},Big,File,big${number}@moved.test,${filler}`)
  const id = await preview(`ID,First Name,Last Name,Email,Note\n${rows.join("\n")}\n`)
  expect(await findCustomerImport(here.shop, admin, id)).toMatchObject({ status: "reading" })
  const killed = AbortSignal.abort(new Error("killed"))
  await expect(runCustomerImport(here.shop, id, killed)).rejects.toThrow("killed")
  await resumeCustomerImports(here.shop)
  expect(await findCustomerImport(here.shop, admin, id)).toMatchObject({ status: "checked", rowsRead: 1_500 })
  const parts = here.shop.db.selectFrom("customer_import_files").select("part").where("import_id", "=", id)
  expect(await parts.execute()).toEqual([])
})

test("an import whose account was used, changed or deleted cannot be taken back", async () => {
  const id = await preview(`${SHOPIFY}\n${shopifyRow("used@moved.test")}\n${shopifyRow("unused@moved.test")}\n`)
  await run(id)
  here.clock.advance({ minutes: 1 })
  await softDeleteUser(here.shop, admin, await userIdOf("used@moved.test"))
  await expect(startUndo(here.shop, admin, id)).rejects.toThrow("1 account of this import was used, changed or invited")
  expect(await findCustomerImport(here.shop, admin, id)).toMatchObject({ status: "done" })
})

test("imports of two systems are taken back one after the other", async () => {
  const email = "both@moved.test"
  const first = await preview(`${SHOPIFY}\n${shopifyRow(email)}\n`)
  await run(first)
  here.clock.advance({ minutes: 1 })
  const second = await preview(
    `Name,Username,"Last Active","Sign Up",Email,Orders,"Total Spend",AOV,"Country / Region",City,Region,"Postal Code"\n"Willa Feldmann",willa,,,${email},1,5.00,5.00,US,Chicago,IL,60601\n`,
  )
  await run(second)
  expect(await countsOf(second)).toEqual({ merged: 1 })
  expect(await userOf(email)).toMatchObject({ name: "Willa Feldmann", shipping_info: { city: "Chicago" } })
  await expect(startUndo(here.shop, admin, first)).rejects.toThrow(
    "1 account of this import was used, changed or invited",
  )

  await undo(second)
  expect(await userOf(email)).toMatchObject({ name: "Wilma Feldmann", shipping_info: { city: "Springfield" } })
  await undo(first)
  expect(await countsOf(first)).toEqual({ undone: 1 })
  expect(await userOf(email)).toBeUndefined()
})

test("a corrected file does not hide that staff changed an account", async () => {
  const email = "edited@moved.test"
  const csv = `${SHOPIFY}\n${shopifyRow(email)}\n`
  const id = await preview(csv)
  await run(id)
  here.clock.advance({ minutes: 1 })
  await updateUser(here.shop, admin, await userIdOf(email), { name: "Wilma Edited", email })
  here.clock.advance({ minutes: 1 })
  await run(await preview(csv.replace("12 Larch", "14 Larch")))
  await expect(startUndo(here.shop, admin, id)).rejects.toThrow("1 account of this import was used, changed or invited")
})

test("an account whose owner signed in by email belongs to them", async () => {
  const email = "claimed@moved.test"
  const csv = `${SHOPIFY}\n${shopifyRow(email)}\n`
  const id = await preview(csv)
  await run(id)
  await signInByEmail(email)
  const user = await userOf(email)
  expect(user).toMatchObject({ password_hash: "" })
  expect(user?.email_verified_at).not.toBeNull()
  const own = { address: "1 Own Street", city: "Chicago", state: "IL", country: "US", pinCode: "60601", phoneNo: "1" }
  await updateShippingInfo(here.shop, { id: user?.id ?? "" }, own, "Wilma Own")

  const corrected = await preview(
    csv.replace("Feldmann", "Feldman").replace("12 Larch", "14 Larch").replace("blue", "red"),
  )
  await run(corrected)
  expect(await countsOf(corrected)).toEqual({ merged: 1 })
  expect(await userOf(email)).toMatchObject({ name: "Wilma Own", shipping_info: own })
  await expect(startUndo(here.shop, admin, id)).rejects.toThrow("1 account of this import was used, changed or invited")
})

test("a sign-in by email ends the sessions of an earlier address, and keeps the invitation", async () => {
  const email = "moving@moved.test"
  await run(await preview(`${SHOPIFY}\n${shopifyRow(email)}\n`))
  const user = { id: await userIdOf(email), name: "Wilma Feldmann", email }
  await signInByEmail(email)
  const earlier = await aSession(here.shop, user)
  const moved = { ...user, email: "moved.again@moved.test" }
  await updateUser(here.shop, admin, user.id, { name: user.name, email: moved.email, role: "user" })
  await here.shop.transaction((tx) => inviteToAccount(tx, moved))
  await signInByEmail(moved.email)
  expect(await signedInUserId(here.shop, earlier)).toBeNull()
  const resets = here.shop.db.selectFrom("password_resets").select("user_id").where("user_id", "=", user.id)
  expect(await resets.execute()).toHaveLength(1)
})

async function signInByEmail(email: string): Promise<void> {
  await sendLink(here.shop, "sign-in", email)
  const mail = (await mailsTo(email)).find(({ kind }) => kind === "sign-in-link")
  const [, token = ""] = /\/([\w-]{32})\s/.exec(mail?.text_body ?? "") ?? []
  const taken = await Promise.allSettled([takeSignInLink(here.shop, token), takeSignInLink(here.shop, token)])
  expect(taken.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
}

describe("invitations", () => {
  test("are counted, can be stopped until they are sent, and reach each person once", async () => {
    await run(await preview(`${SHOPIFY}\n${shopifyRow("guest1@moved.test")}\n${shopifyRow("guest2@moved.test")}\n`))
    const { invitable } = await countInvitations(here.shop, admin)
    expect(invitable).toBe(await countUninvited())
    expect(await startInvitations(here.shop, admin)).toBe(invitable)
    await sendInvitations(here.shop)
    expect(await countInvitations(here.shop, admin)).toMatchObject({ waiting: invitable, sent: 0 })
    expect(await stopInvitations(here.shop, admin)).toBe(invitable)
    here.clock.advance({ minutes: 2 })
    await sendInvitations(here.shop)
    expect(await mailsTo("guest1@moved.test")).toEqual([])

    await startInvitations(here.shop, admin)
    here.clock.advance({ minutes: 2 })
    await Promise.all([sendInvitations(here.shop), sendInvitations(here.shop)])
    await startInvitations(here.shop, admin)
    here.clock.advance({ minutes: 2 })
    await sendInvitations(here.shop)
    expect(await countInvitations(here.shop, admin)).toMatchObject({ invitable: 0, waiting: 0, sent: invitable })
    const mails = await mailsTo("guest1@moved.test")
    expect(mails.map(({ kind }) => kind)).toEqual(["customer-invitation"])
    expect(mails[0]?.text_body).toContain("Your old password did not")

    const [, token = ""] = /\/password\/reset\/([\w-]+)/.exec(mails[0]?.text_body ?? "") ?? []
    here.clock.advance({ days: 13 })
    await resetPassword(here.shop, token, { password: PASSWORD, confirmPassword: PASSWORD })
    const user = await userOf("guest1@moved.test")
    expect(user?.password_hash).not.toBe("")
    expect(user?.email_verified_at).not.toBeNull()
    await expect(resetPassword(here.shop, token, { password: PASSWORD, confirmPassword: PASSWORD })).rejects.toThrow(
      "Token invalid or expired",
    )
  })

  test("do not fill the outbox: thousands of them leave in parts", async () => {
    const many = Array.from({ length: 60 }, (_, number) => shopifyRow(`queue${number}@moved.test`))
    await run(await preview(`${SHOPIFY}\n${many.join("\n")}\n`))
    await startInvitations(here.shop, admin)
    here.clock.advance({ minutes: 2 })
    const before = await countInvitations(here.shop, admin)
    await here.shop.db.updateTable("mails").set({ sent_at: here.shop.now() }).execute()
    await sendInvitations(here.shop)
    await sendInvitations(here.shop)
    const { sent, waiting } = await countInvitations(here.shop, admin)
    expect([sent - before.sent, waiting]).toEqual([50, before.waiting - 50])
    await stopInvitations(here.shop, admin)
  })
})

test("closing an account deletes its origin and its rows", async () => {
  const member = await aMember(here.shop, { email: "closing@moved.test" })
  const id = await preview(`${SHOPIFY}\n${shopifyRow("closing@moved.test")}\n`)
  await run(id)
  await closeAccount(here.shop, member, PASSWORD)
  expect(await rowsOf(id)).toEqual([])
  expect(await listOrigins(here.shop, admin, member.id)).toEqual([])
})
