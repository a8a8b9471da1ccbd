/**
 * The word with which the page's own style elements may stand in it; the server gives a new one with every page. Empty
 * where the page came from elsewhere.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The lock that keeps a page from scrolling behind a sheet is a library's style element; it looks for the word here. */
export function lendStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
