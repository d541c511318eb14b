// /logout
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { form } from "~/http/form.server"
import { signOut } from "~/http/sign-in.server"

export function loader() {
  return redirect("/account")
}

export function action(args: ActionFunctionArgs) {
  return form(args, z.object({}), async (scene) => {
    await signOut(scene)
    return scene.redirectWithSuccess("/", "Logged out")
  })
}
