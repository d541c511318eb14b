/** Whether a text in capitals is a business identifier code (ISO 9362) */
export const isBic = (text: string) => /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(text)
