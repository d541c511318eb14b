import type { ReactNode } from "react"

interface HeroProps {
  title: string
  children?: ReactNode
  /** The way into the shop. */
  action?: ReactNode
  /** Beside the words on wide screens, under them on narrow ones. */
  picture?: ReactNode
}

export function Hero({ title, children, action, picture }: HeroProps) {
  return (
    <section className="hero" aria-label="Welcome">
      <div className="hero-words">
        <h1>{title}</h1>
        {children && <div className="lead">{children}</div>}
        {action && <div className="cluster">{action}</div>}
      </div>
      {picture && <div className="hero-picture">{picture}</div>}
    </section>
  )
}
