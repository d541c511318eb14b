import { z } from "zod"
import { FormKey } from "~/domain/accounts/forms/form-key-schema"
import { versionSchema } from "~/domain/settings/settings-schema"
import { visibleLine } from "~/domain/text/visible-line"

export const nameSchema = visibleLine(60, {
  missing: "Please enter a name",
  tooLong: "A name has at most 60 characters",
  unprintable: "There is a character in the name that cannot be used",
})

export const ZoneForm = z.object({
  version: versionSchema,
  name: nameSchema,
  places: z.string("Name at least one place, such as Germany").max(20_000, "These are too many places for one zone"),
  telephone: z.enum(["ten-digits", "international"], "Choose how telephone numbers are written"),
  postcodes: z
    .string()
    .max(100, { error: "At most 100 characters", abort: true })
    .trim()
    .regex(/^[#@A-Za-z0-9 ,-]*$/, "Use # for a digit and @ for a letter, such as ##### or ####-###")
    .default(""),
  formKey: FormKey,
})
export type ZoneForm = z.output<typeof ZoneForm>

export const DeletionUndo = z.object({ version: versionSchema })

export const HomeForm = z.object({
  version: versionSchema,
  country: z.string().max(100, "Choose a country from the list").default(""),
  state: z.string().max(100, "Choose a state of the country").trim().default(""),
  pinCode: z.string().max(16, "A post code has at most 16 characters").trim().default(""),
})
export type HomeForm = z.output<typeof HomeForm>

/** The query of the field that finds the zone of an address */
export const ZoneLookup = z.object({
  country: z.string().max(100).catch(""),
  state: z.string().max(100).trim().catch(""),
  pinCode: z.string().max(16).trim().catch(""),
})
