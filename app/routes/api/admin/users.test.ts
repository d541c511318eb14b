import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { z } from "zod"
import type { ApiClient } from "~/testing/api/api-client.server"
import { type ApiServer, openApiServer } from "~/testing/api/api-server.server"
import { PASSWORD } from "~/testing/shop/people.server"
import type { UserJson } from "../json/user"

type User = z.output<typeof UserJson>

let server: ApiServer
let admin: ApiClient & { id: string }

beforeAll(async () => {
  server = await openApiServer()
  admin = await server.admin()
})

afterAll(() => server?.close())

function formOf(fields: Record<string, string | Blob | (string | Blob)[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return form
}

describe("users", () => {
  test("are listed and read without secrets", async () => {
    const { body } = await admin.get<{ users: User[] }>("/api/v1/admin/users")
    expect(body.users.find(({ _id }) => _id === admin.id)).toMatchObject({
      email: "keeper@shop.example",
      role: "admin",
    })
    expect(JSON.stringify(body)).not.toMatch(/hash|token|argon/i)
    expect((await admin.get<{ user: User }>(`/api/v1/admin/user/${admin.id}`)).body.user.role).toBe("admin")
    expect((await admin.get(`/api/v1/admin/user/${"0".repeat(24)}`)).body.message).toBe("User not found")
  })

  test("become administrators once their address is verified, and responses show the earlier role until then", async () => {
    const email = "typed@shop.example"
    const member = server.client()
    const { body } = await member.post<{ user: User }>("/api/v1/register", { name: "Typed", email, password: PASSWORD })
    const path = `/api/v1/admin/user/${body.user._id}`
    const promoted = await admin.put<{ user: User }>(path, { name: "Typed", email, role: "admin" })
    expect([promoted.status, promoted.body.message, promoted.body.user]).toMatchObject([
      200,
      "Profile has been updated",
      { role: "admin", permissions: [] },
    ])
    expect((await admin.get<{ user: User }>(path)).body.user.role).toBe("admin")
    expect((await member.get<{ user: User }>("/api/v1/me")).body.user.role).toBe("user")
    expect((await member.get("/api/v1/admin/users")).status).toBe(403)
  })

  test("become administrators, and lose the role, with their next request", async () => {
    const member = await server.member("promoted@shop.example")
    const path = `/api/v1/admin/user/${member.id}`
    const fields = { name: "Promoted", email: "promoted@shop.example" }
    expect((await member.get("/api/v1/admin/users")).status).toBe(403)
    const promoted = await admin.put<{ user: User }>(path, formOf({ ...fields, role: "admin" }))
    expect([promoted.body.message, promoted.body.user.role]).toEqual(["Profile has been updated", "admin"])
    expect((await member.get("/api/v1/admin/users")).status).toBe(401)
    await member.post("/api/v1/login", { email: fields.email, password: PASSWORD })
    expect((await member.get("/api/v1/admin/users")).status).toBe(200)
    await admin.put(path, { ...fields, role: "user" })
    expect((await member.get("/api/v1/admin/users")).status).toBe(403)
    expect((await admin.put(path, { ...fields, role: "" })).body.message).toBe("Please choose a role")
    expect((await admin.put(path, { ...fields, role: "user", email: "keeper@shop.example" })).body.message).toBe(
      "Email already exists",
    )
  })

  test("are signed out immediately when they are deleted", async () => {
    const member = await server.member("leaving@shop.example")
    const path = `/api/v1/admin/user/${member.id}`
    expect((await admin.delete(path)).body.message).toBe("Profile has been deleted")
    expect((await member.get("/api/v1/me")).status).toBe(401)
    expect((await admin.delete(path)).body.message).toBe("User not found")
  })

  test("always include an administrator", async () => {
    const { body } = await admin.get<{ users: User[] }>("/api/v1/admin/users")
    for (const { _id, role } of body.users) {
      if (role === "admin" && _id !== admin.id) await admin.delete(`/api/v1/admin/user/${_id}`)
    }
    const last = "The last administrator can be neither deleted nor demoted"
    expect((await admin.delete(`/api/v1/admin/user/${admin.id}`)).body.message).toBe(last)
    const demoted = { name: "Keeper", email: "keeper@shop.example", role: "user" }
    expect((await admin.put(`/api/v1/admin/user/${admin.id}`, demoted)).body.message).toBe(last)
  })
})
