export const ERASED_NAME = "Deleted account"
