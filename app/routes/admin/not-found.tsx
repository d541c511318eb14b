// /admin/*
import { notFound } from "~/domain/shop-error"
import { adminPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"

export const meta = title("Page Not Found")

/** Reveals only to staff which screens exist. */
export const loader = adminPage([], () => {
  throw notFound("There is no such screen")
})

export const action = loader

/** This is never rendered: the loader throws. */
export default function NotFound() {
  return null
}
