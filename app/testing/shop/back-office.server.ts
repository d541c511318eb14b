import type { Member, Staff } from "~/domain/accounts/actor"
import type { TestBrowser } from "../browser/test-browser.server"
import { openTestServer, type TestServer } from "../pages/test-server.server"
import { openForTests } from "../processes/open-for-tests"
import { PASSWORD } from "./people.server"
import { shelve, signUp, signUpAdmin } from "./test-orders.server"

interface BackOfficeTest extends TestServer {
  admin: Staff
  /** Signed in as `admin` */
  adminBrowser: TestBrowser
  ada: Member
  /** $10.00, with enough units for all tests of a file */
  mug: string
}

/** A shop over HTTP for the tests of a file, with one administrator, one shopper and one product */
export function openBackOfficeTest(): BackOfficeTest {
  return openForTests(async () => {
    const server = await openTestServer()
    const admin = await signUpAdmin(server.shop)
    const ada = await signUp(server.shop, "ada@shop.test", "Ada Lovelace")
    const mug = await shelve(server.shop, admin, { stock: 500 })
    const adminBrowser = server.visitor()
    await adminBrowser.post("/login", { email: admin.email, password: PASSWORD })
    return { ...server, admin, ada, mug, adminBrowser }
  })
}
