import { useHydrated } from "~/ui/use-hydrated"

/** Returns whether this browser can use passkeys here: never without scripts, nor on an IP address. */
export function usePasskeys(): boolean {
  return useHydrated() && "PublicKeyCredential" in window && /[a-z]/i.test(location.hostname)
}
