import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPTION_REPLIES } from './contract/trading/option-reply-examples.js';
import { MARKET_REPLIES } from './contract/markets/reply-examples.js';
import { settle } from './contract/rules/option-settlement.rules.js';
import { firstBrokenSample, isInTree } from './contract/rules/tape.rules.js';
import { ReplySchemas } from './test/reply-schemas.js';

/** What the served description shows, held against what it says. */

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = Record<string, Media>;
interface Operation {
  parameters?: { name?: string; in?: string; required?: boolean; schema?: object; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}

const { paths, components } = JSON.parse(readFileSync(join(__dirname, '../client/public/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, { content: Content }> };
};
const schemas = new ReplySchemas();
/** It answers a picture. */
const PICTURE = 'GET /api/currency/logo/{name}';

const operations = Object.entries(paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const),
);
const answering = operations.filter(([call]) => call !== PICTURE);
const problemsOfReply = (call: string, reply: unknown) => {
  const [verb = '', path = ''] = call.split(' ');
  return schemas.problemsOf(verb, path.replace(/\{(\w+)\}/g, ':$1'), reply);
};

describe('the examples of the served description', () => {
  it.each(answering)('has of the success of %s one that is as its schema says', (call, { responses }) => {
    const [{ example } = {}] = Object.values(responses['200']?.content ?? {});
    expect(example).toEqual(expect.any(Object));
    expect(problemsOfReply(call, example)).toEqual([]);
    expect((example as { type?: string; code?: number }).type ?? (example as { code?: number }).code).toEqual(
      call.match(/new_timeshar|kline/) ? 1 : 'ok',
    );
  });

  it.each(operations)('has of what %s is sent one that is as its schema says', (_call, operation) => {
    for (const { schema, example } of Object.values(operation.requestBody?.content ?? {})) {
      expect(example).toEqual(expect.any(Object));
      expect(schemas.problemsWith(schema, example)).toEqual([]);
    }
    for (const { name, required, schema = {}, example } of operation.parameters ?? []) {
      if (example !== undefined) expect(schemas.problemsWith(schema, example)).toEqual([]);
      else expect({ name, required: required === true }).toEqual({ name, required: false });
    }
  });

  it('are refusals, each as its schema says, of every status that is none of success', () => {
    const refused = Object.entries(components.responses);
    for (const [name, { content }] of refused)
      for (const { schema, examples = {} } of Object.values(content)) {
        const found = Object.values(examples).map(({ value }) => schemas.problemsWith(schema, value));
        expect({ name, shown: found.length > 0, problems: found.flat() }).toEqual({ name, shown: true, problems: [] });
      }
    const named = operations.flatMap(([, { responses }]) =>
      Object.entries(responses).flatMap(([status, { $ref }]) => (status === '200' ? [] : [$ref])),
    );
    expect(new Set(named)).toEqual(new Set(refused.map(([name]) => `#/components/responses/${name}`)));
  });

  it('would not be right with a field too few, one too many or one of another type', () => {
    const call = 'GET /api/spot/fills';
    const [{ example } = {}] = Object.values(paths['/api/spot/fills']?.get?.responses['200']?.content ?? {});
    const { message } = example as { message: [Record<string, unknown>] };
    const [{ price, ...without }] = message;
    const tries = [
      without,
      { ...without, price: 1 },
      { ...without, price, more: '1' },
      { ...without, price, levels: [{}] },
    ];
    const wrong = tries.map((fill) => (problemsOfReply(call, { type: 'ok', message: [fill] }) ?? []).length > 0);
    expect(wrong).toEqual([true, true, true, true]);
  });
});

describe('what the examples say can be computed again', () => {
  it('the tape is a chain, and its sample under its root', () => {
    const { samples, marketId } = MARKET_REPLIES['GET tape/slice'].message;
    expect(firstBrokenSample(marketId, samples)).toBe(-1);
    const { sample, place, path, root } = MARKET_REPLIES['GET tape/proof'].message;
    expect(isInTree(sample.hash, place, root?.samples ?? 0, path, root?.root ?? '')).toBe(true);
  });

  it('the order of the receipt is settled so', () => {
    const { contract, samples, result, price, reason } = OPTION_REPLIES['GET options/receipt'].message;
    expect(settle(samples, contract)).toEqual({ result, price, reason });
    expect(firstBrokenSample(1, samples)).toBe(-1);
  });
});
