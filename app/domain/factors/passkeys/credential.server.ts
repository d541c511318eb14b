import { z } from "zod"
import { ShopError } from "~/domain/shop-error"

const base64url = (longest: number) => z.base64url().min(1).max(longest)

const Credential = z.object({ id: base64url(1_364), type: z.literal("public-key") })

const Attestation = Credential.extend({
  response: z.object({
    clientDataJSON: base64url(2_000),
    attestationObject: base64url(8_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: base64url(2_000),
    authenticatorData: base64url(2_000),
    signature: base64url(4_000),
    userHandle: base64url(100).nullish(),
  }),
})

/** Verifies the response for a new passkey. @throws ShopError `badCredentials` */
export function readAttestation(json: string) {
  const { id, type, response } = read(Attestation, json)
  const transports = (response.transports ?? []) as []
  return { id, rawId: id, type, clientExtensionResults: {}, response: { ...response, transports } }
}

/** Verifies the response of a known passkey. @throws ShopError `badCredentials` */
export function readAssertion(json: string) {
  const { id, type, response } = read(Assertion, json)
  const userHandle = response.userHandle ?? undefined
  return { id, rawId: id, type, clientExtensionResults: {}, response: { ...response, userHandle } }
}

export const unusable = (message = "This passkey cannot be used here") => new ShopError("badCredentials", message)

function read<S extends z.ZodType>(schema: S, json: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    throw unusable()
  }
}
