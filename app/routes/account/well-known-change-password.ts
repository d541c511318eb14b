// /.well-known/change-password
import { redirect } from "@remix-run/node"

/** The address at which password managers look for the page that changes a password: https://w3c.github.io/webappsec-change-password-url/ */
export const loader = () => redirect("/password/update")
