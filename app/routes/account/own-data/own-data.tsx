// /account/data
import { useLoaderData } from "@remix-run/react"
import { memberPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { FileList } from "./file-list"

export const meta = title("Download my data")

export const loader = memberPage(
  async () => {
    const { listOwnFiles } = await import("~/domain/export/own-data.server")
    return { files: listOwnFiles(false).map((file) => ({ ...file, href: paths.ownFile(file.name) })) }
  },
  { proof: "own-data.export" },
)

export default function OwnData() {
  const { files } = useLoaderData<typeof loader>()
  return (
    <NarrowPage
      title="Download my data"
      lead="All data that this shop has stored about you, as JSON for programs and CSV for spreadsheets."
    >
      <FileList files={files} />
      <div>
        <ButtonLink to="/account" variant="quiet">
          Back to your profile
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
