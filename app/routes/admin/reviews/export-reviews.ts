// /admin/reviews/export
import type { LoaderFunctionArgs } from "@remix-run/node"
import { exportReviews } from "~/domain/reviews/export-reviews.server"
import { ReviewFilter } from "~/domain/reviews/review-filter"
import { csvExport } from "~/routes/admin/csv-file.server"

export function loader(args: LoaderFunctionArgs) {
  return csvExport(args, "reviews", ReviewFilter, exportReviews)
}
