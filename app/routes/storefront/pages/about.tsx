// /about
import { ButtonLink } from "~/ui/button"
import { ContentPage, contentMeta } from "./content-page"
import { staticContent } from "./static-content.server"

export const meta = contentMeta

export const loader = staticContent("about")

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
