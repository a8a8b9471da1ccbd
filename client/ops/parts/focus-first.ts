interface Form {
  getInputNode: (path: string) => HTMLElement | null;
}

/** Puts the cursor into the first field that has an error, in the order of the page. */
export function focusFirst(form: Form, errors: object): void {
  const nodes = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null)
    .sort((left, right) => (left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  nodes[0]?.focus();
}
