import { queryOptions } from '@tanstack/react-query';

const FILE = '/openapi.json';
/** What an answer may take before the page says that there is none. */
const TIMEOUT_MS = 20_000;

/** What the file says of a call, as far as the page reads it. */
interface Described {
  summary?: string;
  tags?: string[];
  'x-api-key-scope'?: string;
}
export interface ApiDescription {
  paths: Record<string, Record<string, Described>>;
}

export interface ApiCall {
  method: string;
  path: string;
  /** What it does, in a sentence of the file, which is in English. */
  does: string;
  group: string;
  /** The permission that a key needs; null: none, nor a key. */
  scope: string | null;
}

/** Every call of the description, in its order. */
export function callsOf({ paths }: ApiDescription): ApiCall[] {
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { summary = '', tags = [], 'x-api-key-scope': scope = null }]) => ({
      method: verb.toUpperCase(),
      path,
      does: firstSentence(summary),
      group: tags[0] ?? '',
      scope,
    })),
  );
}

function firstSentence(text: string): string {
  return text.replaceAll(/\s+/g, ' ').split(/(?<=\.) /)[0] ?? '';
}

/** The calls in which each of the words is found, in whatever is `shown` of them. */
export function foundIn(calls: readonly ApiCall[], words: string, shown: (call: ApiCall) => string): ApiCall[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((call) => {
    const text = shown(call).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** The file that generators of clients read, too. */
export const apiCalls = queryOptions({
  queryKey: ['api-calls'],
  queryFn: async ({ signal }) => {
    const reply = await fetch(FILE, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (!reply.ok) throw new Error(`${FILE}: ${reply.status}`);
    return callsOf((await reply.json()) as ApiDescription);
  },
  staleTime: Infinity,
});
