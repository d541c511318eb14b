import { pluralize } from "~/domain/text/pluralize"
import { RecordLink } from "~/routes/admin/permitted/permitted"
import { Notice } from "~/ui/notice"

export function UnfilledPlaceholders({ places }: { places: string[] }) {
  if (places.length === 0) return null
  return (
    <Notice tone="neutral" title={`${pluralize(places.length, "place")} to fill in`}>
      <p>
        Shoppers see this page as a sample until they are filled in, here or under{" "}
        <RecordLink to="/admin/settings">Settings</RecordLink>:
      </p>
      <ul>
        {places.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </Notice>
  )
}
