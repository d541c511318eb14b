import { paths } from "~/paths"

export function categoryTrail(category: string | null) {
  const all = { label: "Products", to: "/products" }
  const home = { label: "Home", to: "/" }
  return category === null ? [home, all] : [home, all, { label: category, to: paths.products({ category }) }]
}
