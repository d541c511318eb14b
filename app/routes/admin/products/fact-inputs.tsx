import type { FieldMetadata } from "@conform-to/react"
import type { ReactElement } from "react"
import { type FactTexts, factTextNames } from "~/domain/catalog/facts/facts"
import { Disclosure } from "~/ui/disclosure"

interface FactInputsProps {
  of: Record<keyof FactTexts, FieldMetadata>
  field: (name: keyof FactTexts) => ReactElement
}

/** Collapsed unless a fact is set, or refused */
export function FactInputs({ of, field }: FactInputsProps) {
  const isOpen = factTextNames.some((name) => of[name].initialValue || of[name].errors)
  return (
    <Disclosure summary="Facts: brand, material, manufacturer …" open={isOpen}>
      <div className="form">
        <div className="form-row">
          {field("brand")}
          {field("material")}
        </div>
        <div className="form-row">
          {field("countryOfOrigin")}
          {field("hsCode")}
        </div>
        {field("manufacturer")}
        {field("manufacturerAddress")}
        {field("manufacturerContact")}
        {field("responsiblePerson")}
        {field("warnings")}
        {field("withdrawalExemption")}
        {field("ownFacts")}
      </div>
    </Disclosure>
  )
}

FactInputs.fields = factTextNames
