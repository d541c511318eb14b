/** Whether a browser shows the response itself, because it has no scripts */
export function isDocumentRequest({ headers }: Pick<Request, "headers">): boolean {
  return headers.get("Sec-Fetch-Dest") === "document"
}
