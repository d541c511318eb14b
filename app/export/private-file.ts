/** How the files of an export are opened: made anew, never through a link, readable by their owner alone. */
export const privateFile = { flag: "wx", flags: "wx", mode: 0o600 } as const
/** The mode of its folders. */
export const PRIVATE_FOLDER = 0o700
