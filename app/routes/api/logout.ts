// GET /api/v1/logout
import { visitorCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { refuseOtherSites } from "~/http/other-sites"
import { signOut } from "~/http/sign-in.server"

export const loader = endpoints({
  GET: visitorCall(
    {
      chapter: "Account",
      summary: "Sign out",
      notes: "Ends the session for real. A link or a picture on another site cannot do it.",
      says: "Logged out",
      refusals: { 403: "This request came from another site and was refused." },
    },
    async (scene) => {
      refuseOtherSites(scene)
      await signOut(scene)
    },
  ),
})

export const action = loader
