import type { Language, RefusalCode } from '../../contract/errors.js';
import { DEFAULT_LANGUAGE, REFUSAL_WORDS, WIRE_LANGUAGE } from '../../contract/languages/index.js';

export interface StrangeRequest {
  verb: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface Answer {
  status: number;
  body: string;
}

/** The kind of an answer; begins with `wrong` when it breaks a rule. */
export function judge({ verb, path, headers }: StrangeRequest, { status, body }: Answer, inLanguages: boolean): string {
  if (status === 0) return 'wrong: no answer';
  if (status >= 500) return `wrong: ${status}`;
  if (verb === 'HEAD' || status === 304) return body === '' ? `${status} empty` : 'wrong: a body';
  if (headers['accept-encoding'] && body.includes('\ufffd')) return `${status} compressed`;
  let envelope: { type?: unknown; message?: unknown; code?: unknown; data?: unknown; msg?: unknown; reason?: unknown };
  try {
    envelope = JSON.parse(body);
  } catch {
    return 'wrong: no JSON';
  }
  // Old clients read it as it is; what is refused before it is read is refused as everywhere.
  if (/(^|\/)env\.json(\?|$)/.test(path) && typeof envelope === 'object' && status === 200) return '200 bare';
  if (envelope.type === 'ok')
    return status === 200 && (envelope.message || mayBeNull(path, envelope)) ? '200 ok' : 'wrong: ok';
  if (envelope.code === 1) return status === 200 && Array.isArray(envelope.data) ? '200 rows' : 'wrong: rows';
  const { type, message } = envelope;
  const isRows = envelope.code === -1;
  if (isRows && !(Array.isArray(envelope.data) && envelope.data.length === 0 && envelope.msg === message))
    return 'wrong: rows';
  const code = isRows ? envelope.reason : envelope.code;
  const sound =
    (type === 'error' || type === '999' || type === '998') &&
    typeof message === 'string' &&
    message !== '' &&
    message.length <= 200;
  if (!sound || typeof code !== 'string') return 'wrong: envelope';
  const isForeign = inLanguages && !isIn(headers, code as RefusalCode, message);
  return isForeign ? 'wrong: language' : `${status} ${type}`;
}

/** Whether a refusal has the words of the language that the request names, where it names one without doubt. */
/** Nothing is recommended: the one call whose payload is null where there is none (wire facts, 9). */
function mayBeNull(path: string, { message }: { message?: unknown }): boolean {
  return message === null && path.includes('lh/send/get_recommend');
}

function isIn(headers: Record<string, string>, code: RefusalCode, message: string): boolean {
  const asked = Object.entries(WIRE_LANGUAGE).find(([, wire]) => wire === headers.lang)?.[0] as Language | undefined;
  if (asked === undefined || headers['language-mark'] !== undefined || message.length === 200) return true;
  // What is no HTTP at all has no language that could be read.
  const languages = code === 'request.malformed' ? [asked, DEFAULT_LANGUAGE] : [asked];
  return languages.some((language) => {
    const words = REFUSAL_WORDS[language][code] as string | undefined;
    const pattern = words?.split(/\{[a-zA-Z]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return pattern !== undefined && new RegExp(`^${pattern.join('[^]*')}$`, 'u').test(message);
  });
}
