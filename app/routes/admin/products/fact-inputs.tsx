import type { FieldMetadata } from "@conform-to/react"
import { type FactTexts, factFields, factLabels, MAX_OWN_FACTS } from "~/domain/catalog/facts/facts"
import { Disclosure } from "~/ui/disclosure"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"

/** Collapsed unless a fact is set, or refused */
export function FactInputs({ of }: { of: Record<keyof FactTexts, FieldMetadata<string>> }) {
  const isOpen = factFields.some((name) => of[name].initialValue || of[name].errors)
  return (
    <Disclosure summary="Facts: brand, material, manufacturer …" open={isOpen}>
      <div className="form">
        <div className="form-row">
          <TextField of={of.brand} label={factLabels.brand} maxLength={100} required={false} />
          <TextField of={of.material} label={factLabels.material} maxLength={200} required={false} />
        </div>
        <TextField of={of.countryOfOrigin} label={factLabels.countryOfOrigin} maxLength={100} required={false} />
        <TextField
          of={of.manufacturer}
          label={factLabels.manufacturer}
          hint="The EU wants its name, postal address and email or web address beside every product."
          maxLength={200}
          required={false}
        />
        <TextareaField
          of={of.manufacturerAddress}
          label={factLabels.manufacturerAddress}
          rows={3}
          maxLength={500}
          required={false}
        />
        <TextField
          of={of.manufacturerContact}
          label={factLabels.manufacturerContact}
          maxLength={200}
          required={false}
        />
        <TextareaField of={of.warnings} label={factLabels.warnings} rows={3} maxLength={2_000} required={false} />
        <TextField
          of={of.withdrawalExemption}
          label={factLabels.withdrawalExemption}
          hint="Why there is no right of withdrawal, such as “Made to your order”. Empty means that everybody may."
          maxLength={200}
          required={false}
        />
        <TextareaField
          of={of.ownFacts}
          label="More facts"
          hint={`One a line, such as Height: 12 cm. At most ${MAX_OWN_FACTS}.`}
          rows={5}
          maxLength={20_000}
          required={false}
        />
      </div>
    </Disclosure>
  )
}

FactInputs.fields = factFields
