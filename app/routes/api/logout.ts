// GET /api/v1/logout
import { visitorCall } from "~/http/call"
import { endpoints } from "~/http/endpoints.server"
import { signOut } from "~/http/session/sign-in.server"
import { refuseCrossSiteRead } from "./cross-site-read"

export const loader = endpoints({
  GET: visitorCall(
    {
      chapter: "Account",
      summary: "Sign out",
      notes: "Ends the session on the server. A link or a picture on another site cannot do it.",
      successMessage: "Logged out",
      refusals: { 403: "This request came from another site and was refused." },
    },
    async (ctx) => {
      refuseCrossSiteRead(ctx)
      await signOut(ctx)
    },
  ),
})

export const action = loader
