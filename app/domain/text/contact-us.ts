/** Used in a refusal; pages show it as a link. */
export const CONTACT_US = "contact us"
