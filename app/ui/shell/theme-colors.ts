/** The ground of every page, `--paper` of the tokens, in words that browsers' own controls and installed apps take. */
export const themeColors = { light: "#fcfbfa", dark: "#171412" } as const
