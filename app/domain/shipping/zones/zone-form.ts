import { z } from "zod"
import { line, lines, oneOf, text } from "~/domain/records/fields"
import { record } from "~/domain/records/record"
import { versionSchema } from "~/domain/records/record-version"
import { cleanCode, cleanGroups } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"

export const SHORT_NAME = { tooLong: "A name has at most 60 characters" }

const NO_PLACE = "Name at least one place, such as Germany"
const PATTERN = "Use # for a digit and @ for a letter, such as ##### or ####-###"

export const zoneRecord = record(
  {
    name: line({ label: "Name" }, 60, SHORT_NAME),
    places: lines(
      {
        label: "Places",
        hint: "One on each line, such as Germany, or United States, Ohio, or Germany, 10* (post codes that begin with 10), or Denmark, 3700-3790 (a range). Spaces and hyphens in post codes are ignored; in the United Kingdom, PA2 * matches PA2 but not PA20. Everywhere covers all places that no other zone names.",
        rows: 6,
        maxLength: 20_000,
        required: true,
      },
      textLines(20_000, NO_PLACE, "One zone cannot have so many places").overwrite(cleanCode),
    ),
    telephone: oneOf(
      { "ten-digits": "Ten digits", international: "6 to 15 digits, from another country with a leading +" },
      { label: "Telephone numbers", placeholder: "Choose", missing: "Choose a format for telephone numbers" },
    ),
    postcodes: text(
      {
        label: "Format of post codes",
        hint: "Use # for a digit and @ for a letter, and separate several formats with commas: #####, #####-####. Leave empty to accept any.",
        width: "medium",
        spellCheck: false,
      },
      codeText(100, PATTERN, "At most 100 characters", cleanGroups)
        .regex(/^[#@A-Za-z0-9 ,-]*$/, foreign(PATTERN, /^[#@A-Za-z0-9 ,-]$/))
        .default(""),
    ),
  },
  { comparedBy: "version" },
)

export const ZoneForm = zoneRecord.form
export type ZoneForm = z.output<typeof ZoneForm>

export const DeletionUndo = z.object({ version: versionSchema })

const NO_COUNTRY = "Choose a country from the list"
const NO_STATE = "Choose a state of the country"
const NO_POSTCODE = "A post code has at most 16 characters"

export const HomeForm = z.object({
  snapshot: versionSchema,
  country: codeText(100, NO_COUNTRY, NO_COUNTRY).default(""),
  state: codeText(100, NO_STATE, NO_STATE).default(""),
  pinCode: codeText(16, NO_POSTCODE, NO_POSTCODE, cleanGroups).default(""),
})
export type HomeForm = z.output<typeof HomeForm>

/** The query of the field that finds the zone of an address */
export const ZoneLookup = z.object({
  country: codeText(100, NO_COUNTRY, NO_COUNTRY).catch(""),
  state: codeText(100, NO_STATE, NO_STATE).catch(""),
  pinCode: codeText(16, NO_POSTCODE, NO_POSTCODE, cleanGroups).catch(""),
})
