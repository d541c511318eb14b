import { Link } from "@remix-run/react"
import type { CategoryTile } from "~/domain/search/category-tiles.server"
import { pluralize } from "~/domain/text/pluralize"
import { paths } from "~/paths"
import { ProductPicture } from "~/ui/picture"

export function CategoryTiles({ tiles }: { tiles: CategoryTile[] }) {
  return (
    <ul className="category-tiles">
      {tiles.map(({ category, count, picture }) => (
        <li key={category}>
          <Link to={paths.products({ category })} prefetch="intent">
            <ProductPicture picture={picture} sizes="(min-width: 60rem) 13rem, 44vw" upTo={640} alt="" />
            <span className="category-tile-name">{category}</span>{" "}
            <span className="muted">{pluralize(count, "product")}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
