/** Sent with every reply; a handler that knows better about caching or the page's policy says so itself. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/**
 * The policy of the page itself. Styles need the nonce that the page carries in `<meta name="csp-nonce">`, because the
 * component library writes style elements; a page without a place for the nonce gets inline styles allowed instead.
 * @param pictures an origin beside the own one from which pictures may come: that of the map's.
 */
export function pagePolicy(nonce: string | null, pictures: string | null = null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${nonce ? `'nonce-${nonce}'` : "'unsafe-inline'"}`,
    `img-src 'self' data: blob:${pictures === null ? '' : ` ${pictures}`}`,
    "connect-src 'self' wss:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    'report-uri /api/csp-report',
  ].join('; ');
}

/** The policy of the page's worker: it fetches the page's own files, shows its icon beside what is pushed, and loads no other script. */
export const WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The policy of the API's documentation page, which writes its own styles and start script. */
export const DOCUMENTATION_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'";
