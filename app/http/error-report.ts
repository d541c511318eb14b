/** The data of an error page. */
export interface ErrorReport {
  message: string
  requestId: string
  /** The path of the page where another try can be made. */
  back?: string
}
