// /contact

import { useLoaderData } from "@remix-run/react"
import { mailLink } from "~/domain/mail/mail-address"
import { Fact } from "~/ui/fact"
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
      <a className="button button-primary" href={mailLink(email)}>
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
        <Fact name="By post" asWritten>
          {`${name}\n${address}`}
        </Fact>
      )}
      {telephone && (
        <Fact name="By telephone">
          <a href={dialled(telephone)}>{telephone}</a>
        </Fact>
      )}
      {openingHours && (
        <Fact name="Opening hours" asWritten>
          {openingHours}
        </Fact>
      )}
    </dl>
  )
}
