import { z } from "zod"
import type { User } from "~/domain/accounts/user"
import { absolutePictureUrl, viewPicture } from "~/domain/media/picture"
import type { Shop } from "~/domain/shop"
import { initials } from "~/ui/avatar"

export const AvatarJson = z.object({ public_id: z.string(), url: z.string() })

/** Shows the initials as an SVG in a data URL if there is no picture. */
export function toAvatarJson(shop: Shop, { name, avatar }: User): z.input<typeof AvatarJson> {
  if (!avatar) return { public_id: "", url: `data:image/svg+xml,${encodeURIComponent(drawInitials(name))}` }
  return {
    public_id: avatar.id,
    url: absolutePictureUrl(viewPicture(avatar, "", shop.media.baseUrl), shop.identity.url),
  }
}

function drawInitials(name: string): string {
  const text = initials(name).replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#e7e4de"/><text x="20" y="20" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="16" fill="#3d3a35">${text}</text></svg>`
}
