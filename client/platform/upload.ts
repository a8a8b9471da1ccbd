import type { UploadPurpose } from '../../server/contract/account/uploads.dto';
import { callingSession, CallFailed, callHeaders, isProxysWord, readEnvelope } from './api';
import { loseSession } from './session';

const PATH = '/api/upload';
/** Photos go over slow lines; the server waits no longer either. */
const TIMEOUT_MS = 120_000;

interface UploadOptions {
  /** Hears how much has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a photo and answers its reference, good for one use within a day. `fetch` cannot say how much of a body has
 * been sent, so this is the older request.
 * @throws CallFailed; an aborted upload never settles.
 */
export function uploadPhoto(
  photo: Blob,
  purpose: UploadPurpose,
  { onProgress, signal }: UploadOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const session = callingSession();
    const request = new XMLHttpRequest();
    request.open('POST', PATH);
    request.timeout = TIMEOUT_MS;
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(new CallFailed('unreachable', '')));
    request.addEventListener('timeout', () => reject(new CallFailed('timeout', '')));
    request.addEventListener('load', () => {
      try {
        if (isProxysWord(request)) throw new CallFailed('unreachable', '');
        resolve(readReference(request.responseText, session.isOver));
      } catch (error) {
        reject(error as Error);
      }
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('purpose', purpose);
    form.append('file', photo);
    request.send(form);
  });
}

/** @param isOver whether somebody else is logged in by now, who is not logged out by this reply. */
function readReference(text: string, isOver: () => boolean): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy between us refused it, most likely for its size.
    throw new CallFailed('unreachable', '');
  }
  try {
    return readEnvelope(body) as string;
  } catch (error) {
    if (error instanceof CallFailed && error.kind === 'session' && !isOver()) loseSession(error.message);
    throw error;
  }
}

/** A photo that the user has uploaded, as the server keeps it; null when it is there no more. */
export async function fetchPhoto(reference: string, signal: AbortSignal): Promise<Blob | null> {
  const reply = await fetch(`${PATH}/${reference}`, { headers: callHeaders(), signal });
  return reply.headers.get('content-type')?.startsWith('image/') ? reply.blob() : null;
}
