import { Link } from "@remix-run/react"
import type { ComponentProps } from "react"
import { Avatar } from "~/ui/avatar"
import { PostForm } from "~/ui/form/post-form"
import { Icon, type IconName } from "~/ui/icon"
import { Menu } from "./menu"

export interface HeaderUser {
  name: string
  isAdmin: boolean
  avatar?: ComponentProps<typeof Avatar>["picture"]
}

interface QuickActionsProps {
  user: HeaderUser
  cartCount: number
}

export function QuickActions({ user, cartCount }: QuickActionsProps) {
  return (
    <Menu
      className="quick-actions"
      label={`Account menu of ${user.name}`}
      trigger={<Avatar name={user.name} picture={user.avatar} size={34} />}
    >
      <p className="menu-title">{user.name}</p>
      <ul>
        {user.isAdmin && <Action to="/admin/dashboard" icon="chart" label="Dashboard" />}
        <Action to="/orders" icon="receipt" label="Orders" />
        <Action to="/account" icon="user" label="Profile" />
        <Action to="/cart" icon="cart" label={`Cart (${cartCount})`} />
        <li>
          <PostForm tool={null} action="/logout">
            <button type="submit" className="menu-item">
              <Icon name="log-out" />
              Logout
            </button>
          </PostForm>
        </li>
      </ul>
    </Menu>
  )
}

function Action({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <li>
      <Link to={to} className="menu-item">
        <Icon name={icon} />
        {label}
      </Link>
    </li>
  )
}
