/** `--paper` of the tokens. */
export const themeColors = { light: "#fcfbfa", dark: "#171412" } as const
