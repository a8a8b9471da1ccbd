import type { IncomingMessage } from 'node:http';

/** Whether a request can be read in one way only: a proxy may have read any other differently. */
export function isPlainRequest(request: IncomingMessage): boolean {
  return namesOneHost(request) && isKnownVersion(request);
}

/** Whether the request says exactly once for which host it is. Two would be one for a proxy and the other for us. */
function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}

/** Node reads `HTTP/2.0` in letters as if it were 1.1; nobody who is honest writes that. */
function isKnownVersion({ httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' || httpVersion === '1.0';
}
