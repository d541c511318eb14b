import { openTestServer, type TestServer } from "../pages/test-server.server"
import { aMember, anAdmin, PASSWORD } from "../shop/people.server"
import { ApiClient } from "./api-client.server"
import { ApiContract } from "./api-contract.server"

export interface ApiServer extends TestServer {
  contract: ApiContract
  /** A client with a new cookie jar, not signed in */
  client(): ApiClient
  /** A signed-in client */
  member(email: string, name?: string): Promise<ApiClient & { id: string }>
  admin(email?: string): Promise<ApiClient & { id: string }>
}

/** The whole shop over HTTP, with API clients that validate every response */
export async function openApiServer(parts?: Parameters<typeof openTestServer>[0]): Promise<ApiServer> {
  const server = await openTestServer(parts)
  const contract = await ApiContract.read(server.url)
  const client = () => new ApiClient(server.url, contract)
  const signIn = async (email: string, id: string) => {
    const loggedIn = client()
    await loggedIn.post("/api/v1/login", { email, password: PASSWORD })
    return Object.assign(loggedIn, { id })
  }
  return {
    ...server,
    contract,
    client,
    member: async (email, name) => signIn(email, (await aMember(server.shop, { email, name })).id),
    admin: async (email = "keeper@shop.example") => signIn(email, (await anAdmin(server.shop, { email })).id),
  }
}
