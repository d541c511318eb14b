// /contact
import { useLoaderData } from "@remix-run/react"
import { Icon } from "~/ui/icon"
import { dialled } from "~/ui/shell/site"
import { ContentPage, contentMeta } from "./content-page"
import { staticContent } from "./static-content.server"

export const meta = contentMeta

export const loader = staticContent("contact")

export default function Contact() {
  const { email } = useLoaderData<typeof loader>().shop
  const mail = (
    <p>
      <a className="button button-primary" href={`mailto:${email}`}>
        <Icon name="mail" />
        {email}
      </a>
    </p>
  )
  return <ContentPage before={mail} after={<Reach />} />
}

function Reach() {
  const { name, address, telephone, openingHours } = useLoaderData<typeof loader>().shop
  if (!address && !telephone && !openingHours) return null
  return (
    <dl className="facts">
      {address && (
        <div>
          <dt>By post</dt>
          <dd className="as-written">{`${name}\n${address}`}</dd>
        </div>
      )}
      {telephone && (
        <div>
          <dt>By telephone</dt>
          <dd>
            <a href={dialled(telephone)}>{telephone}</a>
          </dd>
        </div>
      )}
      {openingHours && (
        <div>
          <dt>Opening hours</dt>
          <dd className="as-written">{openingHours}</dd>
        </div>
      )}
    </dl>
  )
}
