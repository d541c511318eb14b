// /logout
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { signOut } from "~/http/sign-in.server"

export function loader(args: LoaderFunctionArgs) {
  return page(args, () => redirect("/account"))
}

export function action(args: ActionFunctionArgs) {
  return form(args, z.object({}), async (scene) => {
    await signOut(scene)
    return scene.redirectWithSuccess("/", "Logged out")
  })
}
