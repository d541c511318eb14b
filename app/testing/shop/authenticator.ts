import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

/** Deviations from an honest authenticator */
interface Manner {
  origin: string
  rpId: string
  challenge: string
  userHandle?: string
  counter?: number
  flags?: number
  type?: string
  /** `self`: signed by the new passkey itself */
  attestation?: "self" | { fmt: string; attStmt: [string, unknown][] }
}

type Cbor = number | string | Buffer | Map<unknown, unknown> | unknown[]

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** An authenticator with one discoverable passkey (ES256); https://www.w3.org/TR/webauthn-3 */
export function anAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const credentialId = randomBytes(32)
  const id = credentialId.toString("base64url")
  const signed = (authData: Buffer, client: Buffer) =>
    sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey)
  return {
    id,
    /** Result of `navigator.credentials.create` as JSON */
    create({ attestation = { fmt: "none", attStmt: [] }, type = "webauthn.create", ...manner }: Manner): string {
      const credential = Buffer.concat([
        Buffer.alloc(16),
        twoBytes(credentialId.length),
        credentialId,
        coseKey(publicKey),
      ])
      const authData = Buffer.concat([authenticatorData(manner, HAS_CREDENTIAL), credential])
      const client = clientData(type, manner)
      const { fmt, attStmt } =
        attestation === "self"
          ? {
              fmt: "packed",
              attStmt: [
                ["alg", -7],
                ["sig", signed(authData, client)],
              ] as [string, unknown][],
            }
          : attestation
      const contents = new Map<unknown, unknown>([
        ["fmt", fmt],
        ["attStmt", new Map(attStmt)],
        ["authData", authData],
      ])
      const attestationObject = cbor(contents).toString("base64url")
      const clientDataJSON = client.toString("base64url")
      const response = { clientDataJSON, attestationObject, transports: ["internal"] }
      return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response })
    },
    /** Result of `navigator.credentials.get` as JSON */
    get({ type = "webauthn.get", userHandle, ...manner }: Manner): string {
      const authData = authenticatorData(manner, 0)
      const client = clientData(type, manner)
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signed(authData, client).toString("base64url"),
        userHandle: userHandle && Buffer.from(userHandle).toString("base64url"),
      }
      return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response })
    },
  }
}

export type Authenticator = ReturnType<typeof anAuthenticator>

function authenticatorData({ rpId, flags = USER_PRESENT | USER_VERIFIED, counter = 0 }: Manner, more: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags | more]), count])
}

function clientData(type: string, { challenge, origin }: Pick<Manner, "challenge" | "origin">): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function coseKey(publicKey: ReturnType<typeof generateKeyPairSync>["publicKey"]): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const coordinates = [x, y].map((one) => Buffer.from(one, "base64url"))
  return cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinates[0]],
      [-3, coordinates[1]],
    ]),
  )
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest()

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** The part of CBOR (RFC 8949) that WebAuthn needs */
function cbor(value: unknown): Buffer {
  const one = value as Cbor
  if (typeof one === "number") return one >= 0 ? head(0, one) : head(1, -1 - one)
  if (typeof one === "string") return Buffer.concat([head(3, Buffer.byteLength(one)), Buffer.from(one)])
  if (Buffer.isBuffer(one)) return Buffer.concat([head(2, one.length), one])
  if (Array.isArray(one)) return Buffer.concat([head(4, one.length), ...one.map(cbor)])
  return Buffer.concat([head(5, one.size), ...[...one].flat().map(cbor)])
}

function head(major: number, argument: number): Buffer {
  const type = major << 5
  if (argument < 24) return Buffer.from([type | argument])
  return argument < 256
    ? Buffer.from([type | 24, argument])
    : Buffer.concat([Buffer.from([type | 25]), twoBytes(argument)])
}
