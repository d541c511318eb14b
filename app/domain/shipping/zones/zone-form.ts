import { z } from "zod"
import { FormKey } from "~/domain/records/form-key"
import { versionSchema } from "~/domain/records/record-version"
import { cleanCode, cleanGroups } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { visibleLine } from "~/domain/text/visible-line"

export const nameSchema = visibleLine(60, {
  missing: "Please enter a name",
  tooLong: "A name has at most 60 characters",
  unprintable: "There is a character in the name that cannot be used",
})

const NO_PLACE = "Name at least one place, such as Germany"
const PATTERN = "Use # for a digit and @ for a letter, such as ##### or ####-###"

export const ZoneForm = z.object({
  version: versionSchema,
  name: nameSchema,
  places: textLines(20_000, NO_PLACE, "These are too many places for one zone").overwrite(cleanCode),
  telephone: z.enum(["ten-digits", "international"], "Choose how telephone numbers are written"),
  postcodes: codeText(100, PATTERN, "At most 100 characters", cleanGroups)
    .regex(/^[#@A-Za-z0-9 ,-]*$/, foreign(PATTERN, /^[#@A-Za-z0-9 ,-]$/))
    .default(""),
  formKey: FormKey,
})
export type ZoneForm = z.output<typeof ZoneForm>

export const DeletionUndo = z.object({ version: versionSchema })

const NO_COUNTRY = "Choose a country from the list"
const NO_STATE = "Choose a state of the country"
const NO_POSTCODE = "A post code has at most 16 characters"

export const HomeForm = z.object({
  version: versionSchema,
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
