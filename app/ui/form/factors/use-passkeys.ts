import { useHydrated } from "~/ui/use-hydrated"

/** Whether this browser can use passkeys here: never without scripts, nor where the address is a number. */
export function usePasskeys(): boolean {
  return useHydrated() && "PublicKeyCredential" in window && /[a-z]/i.test(location.hostname)
}
