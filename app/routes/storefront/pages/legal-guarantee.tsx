// /legal-guarantee

import { useLoaderData } from "@remix-run/react"
import { pictureSrcset, pictureUrl, viewPicture } from "~/domain/media/picture"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { notFound } from "~/domain/shop-error"
import { cachedPage } from "~/http/doorways/page.server"
import { Lines } from "~/ui/lines"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export const meta = title("Legal guarantee", { indexed: true })

export const loader = cachedPage({ store: "memory", ignoresUnknown: true, sharesMain: true }, ({ shop }) => {
  const { notice, noticeText } = shop.settings.current
  const guarantee = legalGuaranteeOf(shop.settings.current)
  if (!guarantee || !notice) throw notFound("There is no such page")
  const alt = "The EU’s notice on the legal guarantee of conformity; the text is also below"
  return { picture: viewPicture(notice, alt, shop.media.baseUrl), words: noticeText || guarantee.reminder }
})

export default function LegalGuarantee() {
  const { picture, words } = useLoaderData<typeof loader>()
  const whole = pictureUrl(picture)
  return (
    <div className="page page-narrow stack">
      <PageHeading title="Legal guarantee" />
      <a href={whole}>
        <img
          className="picture-whole"
          src={whole}
          srcSet={pictureSrcset(picture, "jpg")}
          sizes="(min-width: 48rem) 44rem, 100vw"
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
        />
      </a>
      <p>
        <a href={whole}>Open the notice at full size</a>
      </p>
      <h2>In words</h2>
      <p className="as-written">
        <Lines text={words} />
      </p>
    </div>
  )
}
