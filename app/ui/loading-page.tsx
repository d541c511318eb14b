/** In place of a page that is being loaded. */
export function LoadingPage({ label }: { label: string }) {
  return (
    <div className="loading-page" role="status">
      <span className="spinner" aria-hidden="true" />
      <p>{label}</p>
    </div>
  )
}
