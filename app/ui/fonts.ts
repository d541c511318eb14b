import text from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url"
import display from "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url"

/** Addresses of the two font files, for `<link rel="preload" as="font">`; `styles/fonts.css` names the same files. */
export const textFont = text
export const displayFont = display
