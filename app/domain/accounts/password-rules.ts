/** Characters, whatever they are made of. */
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128
export const PASSWORD_RULES = `At least ${SHORTEST_PASSWORD} characters. A few words you remember are better than one with symbols.`
