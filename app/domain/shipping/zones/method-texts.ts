/** Rows of the shipping method form */
export const stepRows = [1, 2, 3, 4, 5, 6, 7, 8] as const

export type StepCell = `${"from" | "to" | "price"}${(typeof stepRows)[number]}`

export type MethodTexts = Record<
  "name" | "kind" | "freeAbove" | "daysFrom" | "daysTo" | "address" | "hours" | "isOn" | "position",
  string
> &
  Record<string, string>

export const methodKinds = {
  flat: "Fixed price",
  weight: "By weight, in kilograms",
  price: "By order value",
  pickup: "Collection",
} as const
