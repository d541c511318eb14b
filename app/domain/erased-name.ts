/** The author of what an erased account has done. */
export const ERASED_NAME = "Deleted account"
