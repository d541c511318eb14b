interface Payload {
  value: unknown
  issues: readonly { path?: readonly PropertyKey[] | undefined }[]
}

/** Options of a rule about several fields: it is checked once these are right, whatever is wrong with others. */
export const across = (...fields: string[]) => ({
  when: ({ issues }: Payload) => issues.every(({ path = [] }) => path.length > 0 && !fields.includes(String(path[0]))),
})

/** Options of a further check of one field; with `abort`, the earlier one would end those of all other fields too. */
export const ifRight = { when: ({ issues }: Payload) => issues.length === 0 }
