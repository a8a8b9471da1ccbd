/** Puts the cursor into the first field that has an error, in the order of the page. */
export function focusFirstError(form: { getInputNode(path: string): HTMLElement | null }, errors: object): void {
  const nodes = Object.keys(errors).map((path) => form.getInputNode(path));
  const inOrder = nodes
    .filter((node) => node !== null)
    .sort((left, right) => (left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  inOrder[0]?.focus();
}
