/** What a person does in a browser without scripts. Texts and labels are the beginnings of what the page shows. */
export interface FormBrowser {
  visit(url: string, next: string | RegExp): Promise<void>
  /**
   * Follows a link or presses a button, and waits for the next page.
   *
   * @param after a text before it, if it is not the first or the next one
   */
  press(text: string, next: string | RegExp, after?: string): Promise<void>
  fill(label: string, value: string): Promise<void>
  choose(label: string, option: string): Promise<void>
  check(label: string): Promise<void>
  attach(label: string, path: string): Promise<void>
  /** Waits until the page shows a text. */
  shows(text: string | RegExp): Promise<void>
  /** What the page shows, in one line */
  text(): Promise<string>
  close(): Promise<void>
}
