import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"

export interface S3Keys {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

const CLOCK_SKEW = 15 * 60 * 1000

/**
 * Verifies the AWS4-HMAC-SHA256 signature of a request, including the body's hash.
 * @returns the S3 error code, or `null` if the signature is valid
 */
export function signatureError(request: IncomingMessage, body: Buffer, keys: S3Keys): string | null {
  const authorization = request.headers.authorization ?? ""
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization) ?? []
  if (!credential || !signedHeaders || !signature) return "AccessDenied"
  const [accessKeyId, day, region, service, terminator] = credential.split("/")
  if (accessKeyId !== keys.accessKeyId) return "InvalidAccessKeyId"
  const time = header(request, "x-amz-date")
  if (Math.abs(Date.now() - timeOf(time)) > CLOCK_SKEW) return "RequestTimeTooSkewed"
  if (day !== time.slice(0, 8) || region !== keys.region || service !== "s3" || terminator !== "aws4_request") {
    return "AuthorizationHeaderMalformed"
  }
  const names = signedHeaders.split(";")
  const unsigned = Object.keys(request.headers).filter((name) => name === "host" || name.startsWith("x-amz-"))
  if (!unsigned.every((name) => names.includes(name))) return "AccessDenied"
  if (header(request, "x-amz-content-sha256") !== sha256(body)) return "XAmzContentSHA256Mismatch"
  const text = ["AWS4-HMAC-SHA256", time, `${day}/${region}/s3/aws4_request`, sha256(canonical(request, names))].join(
    "\n",
  )
  const expected = hmac(signingKey(keys, day), text)
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch"
}

function canonical(request: IncomingMessage, names: string[]): string {
  const [path = "", query = ""] = (request.url ?? "").split("?")
  const parameters = query === "" ? [] : query.split("&").map((pair) => (pair.includes("=") ? pair : `${pair}=`))
  const headers = names.map((name) => `${name}:${header(request, name).trim().replace(/ +/g, " ")}\n`).join("")
  return [
    request.method,
    path,
    parameters.sort().join("&"),
    headers,
    names.join(";"),
    header(request, "x-amz-content-sha256"),
  ].join("\n")
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(",") : (value ?? "")
}

function signingKey({ secretAccessKey, region }: S3Keys, day: string): Buffer {
  return [day, region, "s3", "aws4_request"].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`))
}

function timeOf(basic: string): number {
  return Date.parse(basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))
}

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex")
