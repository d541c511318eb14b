import type { ReactNode } from "react"
import { Icon, type IconName } from "~/ui/icon"

interface EmptyStateProps {
  title: string
  icon?: IconName
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, icon = "box", children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <p className="empty-state-title">{title}</p>
      {children && <div className="muted">{children}</div>}
      {action}
    </div>
  )
}
