// GET, PUT, DELETE /api/v1/admin/user/:id
import { UserForm } from "~/domain/accounts/user-filter"
import { findUser, removeUser, updateUser } from "~/domain/accounts/users.server"
import { adminCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { exampleUser } from "../json/examples"
import { UserJson, userJson } from "../json/user"

const lastAdmin = "The last administrator can be neither deleted nor demoted"

export const loader = endpoints({
  GET: adminCall(
    {
      chapter: "Administration",
      summary: "Read a user",
      answer: { user: UserJson },
      refusals: { 404: "User not found" },
    },
    async ({ shop, actor, id }) => ({ user: userJson(shop, await findUser(shop, actor, id)) }),
  ),
  PUT: adminCall(
    {
      chapter: "Administration",
      summary: "Change a user",
      notes: "Another role holds from the user's next request on.",
      body: UserForm,
      example: { name: exampleUser.name, email: exampleUser.email, role: "admin" },
      says: "Profile has been updated",
      answer: { user: UserJson },
      refusals: { 400: ["Email already exists", "Please choose a role", lastAdmin], 404: "User not found" },
    },
    async ({ shop, actor, id, body }) => ({ user: userJson(shop, await updateUser(shop, actor, id, body)) }),
  ),
  DELETE: adminCall(
    {
      chapter: "Administration",
      summary: "Delete a user",
      notes: "Signed out at once; the email is free again. Orders and reviews stay.",
      says: "Profile has been deleted",
      refusals: { 400: lastAdmin, 404: "User not found" },
    },
    async ({ shop, actor, id }) => {
      await removeUser(shop, actor, id)
    },
  ),
})

export const action = loader
