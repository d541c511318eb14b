import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { usePasskeys } from "./use-passkeys"

/** Links, with a new document, to the only page that may request a passkey. */
export function PasskeyLink({ redirect, children }: { redirect: string; children: string }) {
  return usePasskeys() ? (
    <ButtonLink to={paths.passkeySignIn({ redirect })} reloadDocument variant="secondary" icon="lock" wide>
      {children}
    </ButtonLink>
  ) : null
}
