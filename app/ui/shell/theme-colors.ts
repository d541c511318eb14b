/** The value of `--paper` in the tokens */
export const themeColors = { light: "#fcfbfa", dark: "#171412" } as const
