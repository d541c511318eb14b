// /contact
import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { page } from "~/http/page.server"
import { Icon } from "~/ui/icon"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"

export const meta = title("Contact")

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ shop }) => ({ name: shop.identity.name, email: shop.identity.email }))
}

export default function Contact() {
  const { name, email } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <PageHeading
        title="Contact"
        lead="A question about a product, an order or a return? Write to us: a person reads every message."
      />
      <p>
        <a className="button button-primary" href={`mailto:${email}`}>
          <Icon name="mail" />
          {email}
        </a>
      </p>
      <dl className="facts">
        <div>
          <dt>An order</dt>
          <dd>Please quote its number; you find it under Orders.</dd>
        </div>
        <div>
          <dt>A return</dt>
          <dd>Tell us what should go back, and we send you the way to do it.</dd>
        </div>
        <div>
          <dt>{name}</dt>
          <dd>We answer on working days.</dd>
        </div>
      </dl>
    </div>
  )
}
