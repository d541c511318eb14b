import type { PictureView } from "~/domain/media/picture"

export interface Site {
  logo?: PictureView
  announcement?: { text: string; link?: string }
  address?: string
  telephone?: string
  openingHours?: string
  taxId?: string
  socialLinks?: string[]
  /** A text below the links of the footer */
  notes?: string[]
  /** The address of the EU's notice on the legal guarantee */
  notice?: string
  /** Forms are not offered to agents in browsers. */
  withoutAgentTools?: true
}

export function dialled(telephone: string): string {
  return `tel:${telephone.replaceAll(/[^+\d]/g, "")}`
}
