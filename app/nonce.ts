import { createContext } from "react"

/** Undefined in browsers, which hide the nonce from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
