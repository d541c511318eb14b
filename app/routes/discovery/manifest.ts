// /manifest.webmanifest
import { staticPage } from "~/http/doorways/page.server"
import { themeColors } from "~/ui/shell/theme-colors"

/** https://www.w3.org/TR/appmanifest */
export const loader = staticPage({ store: "browser", maxAge: 3_600 }, ({ identity: { name } }) => {
  const manifest = {
    id: "/",
    name,
    short_name: name,
    start_url: "/",
    display: "minimal-ui",
    background_color: themeColors.light,
    theme_color: themeColors.light,
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8" },
  })
})
