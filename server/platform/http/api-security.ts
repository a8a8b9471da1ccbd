import type { OpenAPIObject } from '@nestjs/swagger';
import { API_EXAMPLES, REPLY_EXAMPLES } from '../../contract/api-examples.js';
import type { RefusalCode } from '../../contract/errors.js';
import { REFUSAL_WORDS } from '../../contract/languages/index.js';
import { addressOfCall } from './entrances.js';
import { statusOfRefusal } from './refusal-filter.js';
import type { DeclaredRoute } from './route-list.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Requirement = Record<string, string[]>;
type Content = Record<string, { example?: unknown }>;

const SIGNED: Requirement = { apiKey: [], apiTimestamp: [], apiSignature: [] };
const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const;

/** How a caller proves who it is. */
export const SECURITY_SCHEMES = {
  session: header('Authorization', 'The token of a login, as it is, without a word before it.'),
  deskSession: header('Authorization', 'The token of an operator’s login; the desk’s page has it in a cookie.'),
  apiKey: header('X-API-KEY', 'Names the key; no secret.'),
  apiTimestamp: header(
    'X-API-TIMESTAMP',
    'Unix milliseconds. The request is accepted until it is 5000 ms old, or as old as `X-API-RECV-WINDOW` (60000 at most) says.',
  ),
  apiSignature: header(
    'X-API-SIGN',
    'HMAC-SHA256 (64 lower-case hexadecimal digits) or Ed25519 (base64) of seven lines, joined by line feeds: timestamp, key, window ' +
      '(`5000` where the header is not sent), verb, path with query as sent, `Idempotency-Key` or nothing, SHA-256 of the body in ' +
      'lower-case hexadecimal. Each signature is good once.',
  ),
} as const;

/** Refusals that whoever signs may meet at every call that is open to keys. */
const OF_KEYS: readonly RefusalCode[] = [
  'api-key.malformed',
  'api-key.window',
  'api-key.not-accepted',
  'api-key.expired',
  'api-key.ended',
  'api-key.address',
  'api-key.scope',
  'api-key.money',
  'api-key.replayed',
  'request.too-many',
  'request.unavailable',
];
const STATUSES = [...new Set(OF_KEYS.map(statusOfRefusal))];
const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: 'The headers of the signature cannot be read.',
  401: 'The signature, its time or its key is not accepted.',
  403: 'The key is accepted, and not for this.',
  409: 'The signature was used before.',
  429: 'Too many calls: `Retry-After` says for how many seconds.',
  503: 'Not now: `Retry-After` says for how many seconds. Nothing was done, or the same `Idempotency-Key` tells.',
};
/** What the balancer answers where a gateway had the call and gave it no whole answer. */
const WITHOUT_ANSWER: Readonly<Record<number, string>> = {
  502: 'The gateway that had the call broke off before it answered.',
  504: 'The gateway that had the call did not answer in time.',
};
const OUTCOME_UNKNOWN =
  ' The call may have been carried out, whatever the body says: a command is sent again with the same `Idempotency-Key` and ' +
  '`Idempotency-Repeated: 1`, never with a new key, until an answer tells.';
const RATE_HEADERS = {
  RateLimit: { description: 'Class, calls left, seconds: `"open";r=9;t=1`.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'Class, calls, seconds: `"open";q=10;w=1`.', schema: { type: 'string' } },
} as const;

const PARAMETERS = {
  RecvWindow: {
    name: 'X-API-RECV-WINDOW',
    in: 'header',
    required: false,
    description: 'Milliseconds for which the signature is accepted after its timestamp.',
    schema: { type: 'string', default: '5000' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      '8 to 64 letters, digits, `-` or `_`. The same key is the same command for a day, however often it is sent.',
    schema: { type: 'string' },
  },
  IdempotencyRepeated: {
    name: 'Idempotency-Repeated',
    in: 'header',
    required: false,
    description:
      '`1`: the command is sent again because an earlier try had no answer. A refusal that then comes with the header ' +
      '`Idempotency-Closed: 1` is the last word: nothing was done under the key, and nothing will be.',
    schema: { type: 'string', pattern: '^1$' },
  },
} as const;

/** Says of every operation how it is called: by whom, from which server, with which example, and what it refuses. */
export function describeSecurity(document: OpenAPIObject, routes: readonly DeclaredRoute[]): void {
  const shared = { securitySchemes: SECURITY_SCHEMES, parameters: PARAMETERS, responses: refusalsOfKeys() };
  document.components = { ...document.components, ...shared };
  document.servers = [{ url: '/', description: 'The installation that serves this description.' }];
  for (const route of routes) {
    const operation = operationOf(document, route);
    if (!operation) continue;
    operation.security = securityOf(route);
    addExamples(operation, `${route.method} ${route.path}`);
    if (route.keys) describeForKeys(operation, route);
  }
}

/** A call as the router has it (`upload/:reference`) and as OpenAPI has it (`/api/upload/{reference}`). */
function operationOf({ paths }: OpenAPIObject, { method, path }: DeclaredRoute): Operation | undefined {
  const verbs = paths[addressOfCall(path).replaceAll(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
  return verbs?.[method.toLowerCase()];
}

function securityOf({ access, keys }: DeclaredRoute): Requirement[] {
  if (access.kind === 'operator') return [{ deskSession: [] }];
  if (access.kind === 'public') return access.readsSession ? [{}, { session: [] }] : [];
  return keys ? [{ session: [] }, SIGNED] : [{ session: [] }];
}

function describeForKeys(operation: Operation, { method, keys }: DeclaredRoute): void {
  const isLook = method === 'GET';
  Object.assign(operation, { 'x-api-key-scope': keys?.scope });
  operation.parameters = [
    ...(operation.parameters ?? []),
    { $ref: '#/components/parameters/RecvWindow' },
    ...(isLook
      ? []
      : ['IdempotencyKey', 'IdempotencyRepeated'].map((name) => ({ $ref: `#/components/parameters/${name}` }))),
  ];
  const refusals = [...STATUSES, ...Object.keys(WITHOUT_ANSWER).map(Number)].map((status) => [
    String(status),
    { $ref: `#/components/responses/${nameOf(status)}` },
  ]);
  operation.responses = { ...withRateHeaders(operation.responses), ...Object.fromEntries(refusals) };
}

/** What is sent and what is answered, of the calls that programs make. */
function addExamples(operation: Operation, call: string): void {
  const [sent, answered] = [API_EXAMPLES[call], REPLY_EXAMPLES[call]];
  const { requestBody, parameters = [], responses } = operation;
  const media = (part: object | undefined) => (part && 'content' in part ? Object.values(part.content as Content) : []);
  if (sent && requestBody) for (const body of media(requestBody)) body.example = sent;
  else if (sent) {
    for (const parameter of parameters)
      if ('name' in parameter && parameter.in !== 'header' && parameter.name in sent)
        parameter.example = sent[parameter.name];
  }
  if (answered) for (const body of media(responses['200'])) body.example = answered;
}

function withRateHeaders(responses: Responses): Responses {
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]) =>
      response ? [[status, { ...response, headers: RATE_HEADERS }]] : [],
    ),
  );
}

function nameOf(status: number): string {
  return `Refused${status}`;
}

/** By their status, with an example of each code. */
function refusalsOfKeys(): Record<string, NonNullable<Responses[string]>> {
  const refused = STATUSES.map((status) => {
    const codes = OF_KEYS.filter((code) => statusOfRefusal(code) === status);
    return [nameOf(status), refusal(STATUS_WORDS[status] ?? '', codes)];
  });
  const unanswered = Object.entries(WITHOUT_ANSWER).map(([status, words]) => [
    nameOf(Number(status)),
    refusal(words + OUTCOME_UNKNOWN, ['request.outcome-unknown']),
  ]);
  return Object.fromEntries([...refused, ...unanswered]);
}

function refusal(description: string, codes: readonly RefusalCode[]): NonNullable<Responses[string]> {
  const examples = codes.map((code) => [code, { value: { type: 'error', message: REFUSAL_WORDS.en[code], code } }]);
  const schema = { $ref: '#/components/schemas/ErrorEnvelope' };
  return { description, content: { 'application/json': { schema, examples: Object.fromEntries(examples) } } };
}

/** What programs need of the whole description: the calls that keys open, and what everybody may look at. */
export function forPrograms(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  const isOpen = (route: DeclaredRoute) => route.keys !== null || isMarketLook(route);
  const paths: OpenAPIObject['paths'] = {};
  for (const route of routes.filter(isOpen)) {
    const operation = operationOf(document, route);
    if (!operation) continue;
    const address = addressOfCall(route.path).replaceAll(/:(\w+)/g, '{$1}');
    // A program proves itself by a key: how a page does is none of its business.
    const security = route.keys ? [SIGNED] : [];
    paths[address] = { ...paths[address], [route.method.toLowerCase()]: { ...operation, security } };
  }
  const { apiKey, apiTimestamp, apiSignature } = SECURITY_SCHEMES;
  const schemas = document.components?.schemas ?? {};
  const { responses = {}, parameters = {} } = document.components ?? {};
  const used = usedSchemas({ paths, responses }, schemas);
  return {
    ...document,
    info: { ...document.info, title: 'Trading API' },
    paths,
    components: { schemas: used, parameters, responses, securitySchemes: { apiKey, apiTimestamp, apiSignature } },
  };
}

const MARKET_LOOKS = /^(currency|futures|tape|trading|microtrade|usstock)\//;

function isMarketLook({ method, path, access }: DeclaredRoute): boolean {
  return method === 'GET' && access.kind === 'public' && MARKET_LOOKS.test(path);
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

function usedSchemas(said: object, schemas: Schemas): Schemas {
  const used = new Set<string>();
  const waiting = [JSON.stringify(said)];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(JSON.stringify(schemas[name] ?? {}));
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
