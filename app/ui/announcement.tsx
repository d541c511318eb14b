import { Link } from "@remix-run/react"

interface AnnouncementProps {
  /** Absent when there is nothing to announce. */
  text?: string
  link?: string
}

/** One line above every page of the shop. */
export function Announcement({ text, link }: AnnouncementProps) {
  if (!text) return null
  return (
    <aside className="announcement" aria-label="Announcement">
      {link ? <Link to={link}>{text}</Link> : <p>{text}</p>}
    </aside>
  )
}
