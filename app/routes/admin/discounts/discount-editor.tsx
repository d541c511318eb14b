import type { discountRecord } from "~/domain/discounts/discount-record"
import { SubmitButton } from "~/ui/form/submit-button"
import { RecordForm } from "../record-form"

export function DiscountEditor({ form }: { form: ReturnType<typeof discountRecord.view> }) {
  return (
    <RecordForm
      tool={{ name: "save_discount", description: "Saves the discount", submits: true }}
      id="discount"
      form={form}
    >
      {(field) => (
        <>
          {field("name")}
          {field("code")}
          <h2>Value</h2>
          {field("kind")}
          <div className="form-row">
            {field("percent")}
            {field("amount")}
          </div>
          {field("target")}
          {field("categories")}
          {field("products")}
          <h2>Conditions</h2>
          <div className="form-row">
            {field("goodsFrom")}
            {field("unitsFrom")}
          </div>
          {field("zones")}
          {field("firstOrder")}
          <div className="form-row">
            {field("from")}
            {field("until")}
          </div>
          <div className="form-row">
            {field("maxUses")}
            {field("maxUsesPerPerson")}
          </div>
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </RecordForm>
  )
}
