import type { PictureView } from "~/domain/media/picture"

/** What the settings say that stands on every page; nothing of it has to be there. */
export interface Site {
  logo?: PictureView
  announcement?: { text: string; link?: string }
  /** With line breaks, as on a letter. */
  address?: string
  telephone?: string
  openingHours?: string
  taxId?: string
  socialLinks?: string[]
  /** What is charged beside the prices, see `termsOf`. */
  taxRate?: string
  freeAbove?: string
}

/** A telephone number as a link dials it. */
export function dialled(telephone: string): string {
  return `tel:${telephone.replaceAll(/[^+\d]/g, "")}`
}
