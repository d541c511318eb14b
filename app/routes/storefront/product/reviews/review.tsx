import { Avatar } from "~/ui/avatar"
import { CalendarDate } from "~/ui/date-time"
import { Icon } from "~/ui/icon"
import { Lines } from "~/ui/lines"
import { Stars } from "~/ui/stars"

interface ReviewProps {
  name: string
  rating: number
  comment: string
  /** The time in ISO format */
  writtenOn: string
  verified: boolean
}

/** Renders a child of `<ul className="reviews">`. */
export function Review({ name, rating, comment, writtenOn, verified }: ReviewProps) {
  return (
    <li className="review">
      <Avatar name={name} size={40} />
      <div className="review-head">
        <p className="review-name">{name}</p>
        <p className="muted">
          <CalendarDate date={writtenOn} />
          {verified && (
            <>
              {" "}
              <span className="review-verified">
                <Icon name="check" />
                Verified purchase
              </span>
            </>
          )}
        </p>
      </div>
      <Stars rating={rating} />
      <p className="review-comment" dir="auto">
        <Lines text={comment} />
      </p>
    </li>
  )
}
