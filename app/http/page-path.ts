/** The path of the page that a request of scripts is about: Remix gives it an ending. */
export function pagePath(path: string): string {
  return path.replace(/\.data$/, "").replace(/^\/_root$/, "/")
}

/** The page a person is on, with its query; what Remix adds to an address is left out. */
export function pageAddress(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete("_routes")
  search.delete("_data")
  search.delete("index", "")
  return pagePath(url.pathname) + (search.size > 0 ? `?${search}` : "")
}
