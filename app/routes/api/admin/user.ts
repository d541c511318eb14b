// GET, PUT, DELETE /api/v1/admin/user/:id

import { STALE_PROOF } from "~/domain/shop-error"
import { UserFields } from "~/domain/staff/users/user-filter"
import { readUser, softDeleteUser, updateUser } from "~/domain/staff/users/users.server"
import { adminCall } from "~/http/doorways/call"
import { endpoints } from "~/http/doorways/endpoints.server"
import { exampleUser } from "../json/examples"
import { toManagedUserJson, UserJson } from "../json/user"

const lastAdmin = "The last administrator can be neither deleted nor demoted"

export const loader = endpoints({
  GET: adminCall(
    "customers.see",
    {
      summary: "Read a user",
      response: { user: UserJson },
      refusals: { 404: "User not found" },
    },
    async ({ shop, actor, id }) => ({ user: toManagedUserJson(shop, await readUser(shop, actor, id)) }),
  ),
  PUT: adminCall(
    "customers.edit",
    {
      summary: "Change a user",
      notes:
        "A new role takes effect with the user's next request; that of a new administrator ends the user's sessions, and waits until the address is confirmed by a link that is mailed to it (`permissions` is empty until then). Only owners may send the role `admin`: it makes the user an owner, or keeps the role of a member of staff.",
      body: UserFields,
      example: { name: exampleUser.name, email: exampleUser.email, role: "admin" },
      successMessage: "Profile has been updated",
      response: { user: UserJson },
      refusals: {
        400: ["Email already exists", "Please choose a role", lastAdmin],
        401: STALE_PROOF,
        404: "User not found",
      },
    },
    async ({ shop, actor, id, body }) => ({ user: toManagedUserJson(shop, await updateUser(shop, actor, id, body)) }),
  ),
  DELETE: adminCall(
    "customers.delete",
    {
      summary: "Delete a user",
      notes: "Signed out at once; the email is free again. Orders and reviews stay.",
      successMessage: "Profile has been deleted",
      refusals: { 400: lastAdmin, 401: STALE_PROOF, 404: "User not found" },
    },
    ({ shop, actor, id }) => softDeleteUser(shop, actor, id),
  ),
})

export const action = loader
