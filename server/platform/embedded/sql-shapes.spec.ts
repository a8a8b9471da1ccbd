import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadModule } from 'libpg-query';
import { eventFaults, shapedFunction } from './sql-shapes.mjs';

const DTO = `export class ThingView {
  thingId: string;
  /** Of the thing. */
  lotSize: DecimalText;
  closedPrice: DecimalText | null;
  closedAt: number | null;
  status: number;
}
`;
const HEAD = `-- A view.
--
-- Shape: contract/things.dto.ts ThingView of t
-- thingId = t.id::text
--
-- status = is no exception down here.
`;
const body = (shape: string) => `create or replace function thing_view(t thing) returns jsonb
language sql
as $$
  select jsonb_build_object('entity', 'thing',
    -- The shape, written by \`npm run sql-types\`.
${shape}    -- The end of the shape.
  )
$$;
`;
const SHAPE = `    'thingId', t.id::text, 'lotSize', trim_scale(t.lot_size)::text, 'closedPrice', trim_scale(t.closed_price)::text,
    'closedAt', (extract(epoch from t.closed_at) * 1000)::bigint, 'status', t.status
`;
const VIEW = 'server/sql/thing_view.sql';
const EVENT = 'server/sql/thing_event.sql';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shapes-'));
  write('server/contract/things.dto.ts', DTO);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it('is each field of the class with its column, or with what the function says', () => {
  write(VIEW, HEAD + body('    an older shape\n'));
  expect(shapedFunction(root, VIEW, [VIEW])).toBe(HEAD + body(SHAPE));
});

it('is what it is when it is written again', () => {
  write(VIEW, HEAD + body(SHAPE));
  expect(shapedFunction(root, VIEW, [VIEW])).toBe(HEAD + body(SHAPE));
});

it('is taken over by a function that says so', () => {
  write(VIEW, HEAD + body(SHAPE));
  const event = (shape: string) => `-- An event.\n--\n-- Shape: as thing_view\n${body(shape)}`;
  write(EVENT, event(''));
  expect(shapedFunction(root, EVENT, [VIEW, EVENT])).toBe(event(SHAPE));
});

it('is nothing where a function says nothing, and a fault where it has no place', () => {
  write(VIEW, body(SHAPE));
  expect(shapedFunction(root, VIEW, [VIEW])).toBeNull();
  write(VIEW, HEAD + body(SHAPE).replace('-- The end of the shape.', ''));
  expect(() => shapedFunction(root, VIEW, [VIEW])).toThrow('no place');
  write(EVENT, '-- Shape: as nothing_view\n');
  expect(() => shapedFunction(root, EVENT, [VIEW, EVENT])).toThrow('no function nothing_view');
});

describe('the payload of an event', () => {
  const PATH = 'server/sql/thing_event.sql';
  const event = (head: string, made: string) => `-- An event.
--
${head}create or replace function thing_event(t thing) returns jsonb
language sql
as $$
  select jsonb_build_object('entity', concat('thing:', t.id), 'entityVersion', t.version, ${made})
$$;
`;
  const IS = '-- Event: contract/events.dto.ts ThingFields\n';
  const faults = (head: string, made: string) => {
    write(PATH, event(head, made));
    return eventFaults(root, PATH);
  };

  beforeAll(() => loadModule());
  beforeEach(() => {
    write('server/contract/common.dto.ts', 'export class Common {\n  market: string;\n  note?: string;\n}\n');
    write(
      'server/contract/events.dto.ts',
      `import { Common } from './common.dto.js';
export class ThingFields extends Common {
  thingId: string;
  until?: number;
}
export class OtherFields {
  thingId: string;
  price: DecimalText;
}
`,
    );
  });

  it('has each field of its class and of the one below it; what is optional may be left out or come by itself', () => {
    expect(faults(IS, `'thingId', t.id::text, 'market', t.market`)).toEqual([]);
    const optional = `'thingId', t.id::text, 'market', t.market) || jsonb_build_object('until', t.until, 'note', 'x'`;
    expect(faults(IS, optional)).toEqual([]);
  });

  it('is a fault where it leaves one out, or makes one that the class does not have', () => {
    expect(faults(IS, `'thingId', t.id::text, 'marked', t.market`)).toEqual([
      `${PATH}: it leaves out market of ThingFields`,
      `${PATH}: it makes marked, which ThingFields does not have`,
    ]);
  });

  it('takes neither words of a value nor an object within for fields', () => {
    const made = `'thingId', concat('a', 'b'), 'market', jsonb_build_object('inner', array['c', 'd'])`;
    expect(faults(IS, made)).toEqual([]);
  });

  it('is one of several where its function makes several', () => {
    expect(
      faults('-- Event: contract/events.dto.ts ThingFields OtherFields\n', `'thingId', t.id::text, 'market', 1`),
    ).toEqual([
      `${PATH}: it leaves out price of OtherFields`,
      `${PATH}: it makes market, which OtherFields does not have`,
    ]);
  });

  it('says which it is', () => {
    expect(faults('', `'thingId', t.id::text`)).toEqual([
      `${PATH}: it makes an event and does not say which ("-- Event: …")`,
    ]);
    write(PATH, body(SHAPE).replace(`'entity', 'thing',`, ''));
    expect(eventFaults(root, PATH)).toEqual([]);
  });
});
