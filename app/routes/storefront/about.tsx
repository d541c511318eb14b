// /about
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { page } from "~/http/page.server"
import { ButtonLink } from "~/ui/button"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"

export const meta = title("About")

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ shop }) => ({ name: shop.identity.name }))
}

export default function About() {
  const { name } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <PageHeading title={`About ${name}`} lead="A small shop for things that are used every day and meant to last." />
      <div className="prose">
        <p>
          {name} sells electronics, footwear, clothing, games, and what a kitchen and a household need. We keep the
          range small enough to know every product in it, and describe each one the way we would to a friend: what it is
          made of, what it does well, and for whom it is not.
        </p>
        <h2>What you can rely on</h2>
        <ul>
          <li>Nothing is added at the end: shipping and tax are shown before you confirm.</li>
          <li>Shipping costs $25, and nothing when your order is more than $500.</li>
          <li>What says “in stock” is in stock: your units are set aside while you pay.</li>
          <li>
            Reviews are written by our customers. “Verified purchase” stands where we know that they bought it here.
          </li>
        </ul>
        <h2>A shop for every browser</h2>
        <p>
          You can browse, search, buy and review here on any browser, on a slow line and without scripts. If something
          does not work for you, please <Link to="/contact">tell us</Link>.
        </p>
      </div>
      <p>
        <ButtonLink to="/products">View all products</ButtonLink>
      </p>
    </div>
  )
}
