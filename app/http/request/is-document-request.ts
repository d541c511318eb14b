/** Returns whether a browser without scripts will show the response itself. */
export function isDocumentRequest({ headers }: Pick<Request, "headers">): boolean {
  return headers.get("Sec-Fetch-Dest") === "document"
}
