import text from "./fonts/hanken-grotesk-latin.woff2?url"

/** The text's font file, for `<link rel="preload" as="font">`; `styles/fonts.css` names the same. */
export const textFont = text
