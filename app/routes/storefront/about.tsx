// /about
import type { LoaderFunctionArgs } from "@remix-run/node"
import { ButtonLink } from "~/ui/button"
import { ContentPage, contentMeta } from "./content-page"
import { staticContent } from "./static-content.server"

export const meta = contentMeta

export function loader(args: LoaderFunctionArgs) {
  return staticContent(args, "about")
}

export default function About() {
  return (
    <ContentPage
      after={
        <p>
          <ButtonLink to="/products">View all products</ButtonLink>
        </p>
      }
    />
  )
}
