// /.well-known/change-password
import { redirect } from "@remix-run/node"

/** https://w3c.github.io/webappsec-change-password-url */
export const loader = () => redirect("/password/update")
