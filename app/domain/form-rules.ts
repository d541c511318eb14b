interface Payload {
  value: unknown
  issues: readonly { path?: readonly PropertyKey[] | undefined }[]
}

/** Options of a rule about several fields, which is checked if none of them is invalid */
export const across = (...fields: string[]) => ({
  when: ({ issues }: Payload) => issues.every(({ path = [] }) => path.length > 0 && !fields.includes(String(path[0]))),
})

/** Options of a further check of a valid field. The option `abort` would end the checks of other fields, too. */
export const ifValid = { when: ({ issues }: Payload) => issues.length === 0 }
