// /admin
import { adminPage } from "~/http/doorways/page.server"

export const loader = adminPage([], ({ redirect }) => redirect("/admin/dashboard"))

export const action = loader

/** This is never rendered: the loader redirects to the dashboard. */
export default function Home() {
  return null
}
