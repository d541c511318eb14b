import { Ajv2020 } from "ajv/dist/2020"

interface Operation {
  tags: string[]
  security: object[]
  responses: Record<string, object>
  requestBody?: object
}

interface ContractDocument {
  paths: Record<string, Record<string, Operation>>
}

/** A request with its response */
interface Exchange {
  method: string
  path: string
  /** Present only if it was JSON */
  sent?: unknown
  status: number
  headers: Headers
  text: string
}

/** Validates requests and responses against the OpenAPI document. */
export class ApiContract {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

  constructor(readonly document: ContractDocument) {
    this.#ajv.addSchema(document, "api")
  }

  /** Fetches the OpenAPI document as clients do. */
  static async read(url: string): Promise<ApiContract> {
    const answer = await fetch(`${url}/api/v1/openapi.json`)
    return new ApiContract((await answer.json()) as ContractDocument)
  }

  /** Returns the calls that require a login, of staff or of members, as `[method, path]` with this id in the path. */
  guarded(audience: "member" | "admin", id: string): [string, string][] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.length > 0)
        .filter(([, { tags }]) => tags.includes("Administration") === (audience === "admin"))
        .map(([method]): [string, string] => [method.toUpperCase(), path.replace("{id}", id)]),
    )
  }

  assertDescribed(exchange: Exchange): void {
    const template = this.#templateOf(exchange.path.split("?", 1)[0] ?? "")
    const method = (exchange.method === "HEAD" ? "GET" : exchange.method).toLowerCase()
    const operation = template && this.document.paths[template]?.[method]
    if (!template) this.#expectFailure(exchange, [404, 400, 403, 413])
    else if (!operation) this.#expectNotAllowed(exchange, template)
    else this.#expectDescribed(exchange, operation, ["paths", template, method])
  }

  /** @throws if the value does not match the schema at this pointer */
  check(place: string[], value: unknown): void {
    const pointer = place.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")
    const validate = this.#ajv.getSchema(`api#/${pointer}`)
    if (!validate) throw new Error(`Nothing is described at ${place.join(" → ")}`)
    if (!validate(value)) throw new Error(`${place.join(" → ")}: ${this.#ajv.errorsText(validate.errors)}`)
  }

  #templateOf(path: string): string | undefined {
    if (this.document.paths[path]) return path
    return Object.keys(this.document.paths).find((template) => {
      return new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}/?$`, "i").test(path)
    })
  }

  #expectDescribed({ status, text, sent }: Exchange, operation: Operation, place: string[]): void {
    const json = ["content", "application/json", "schema"]
    if (!operation.responses[status]) throw new Error(`${place.join(" ")} does not describe ${status}: ${text}`)
    if (text !== "") this.check([...place, "responses", String(status), ...json], JSON.parse(text))
    const understood = status < 300 && sent !== undefined && operation.requestBody
    if (understood) this.check([...place, "requestBody", ...json], sent)
  }

  #expectNotAllowed(exchange: Exchange, template: string): void {
    const methods = Object.keys(this.document.paths[template] ?? {}).map((method) => method.toUpperCase())
    const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).sort()
    const allow = exchange.headers.get("Allow")?.split(", ").sort()
    if (exchange.status === 405 && allow?.join() !== allowed.join())
      throw new Error(`Allow says ${allow}, not ${allowed}`)
    this.#expectFailure(exchange, [405, 403])
  }

  #expectFailure({ method, path, status, text }: Exchange, expected: number[]): void {
    if (!expected.includes(status))
      throw new Error(`${method} ${path} is not described, and answered ${status}: ${text}`)
    if (text !== "") this.check(["components", "schemas", "Failure"], JSON.parse(text))
  }
}
