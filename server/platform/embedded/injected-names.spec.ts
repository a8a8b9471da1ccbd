import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { misnamedUseCases } from './injected-names.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'names-'));
  mkdirSync(join(root, 'server'));
  write(
    'end-sessions.ts',
    `export class EndSessions {\n  async execute(): Promise<void> {}\n}\nexport class Other {}\n`,
  );
  write('spot.store.ts', 'export class SpotStore {\n  execute(): void {}\n}\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(root, 'server', name), text);
}

const takes = (...fields: string[]) => `export class Taker {\n  constructor(${fields.join(', ')}) {}\n}\n`;

it('names a use case that is injected under another name', () => {
  write('taker.ts', takes('private readonly sessions: EndSessions'));
  expect(misnamedUseCases(root)).toEqual(['server/taker.ts: EndSessions is injected as sessions, not as endSessions']);
});

it('is content with its own name, with stores, and with classes that execute nothing', () => {
  write(
    'taker.ts',
    takes(
      'private readonly endSessions: EndSessions',
      'private readonly store: SpotStore',
      'private readonly a: Other',
    ),
  );
  expect(misnamedUseCases(root)).toEqual([]);
});

it('knows which of the classes of a file executes', () => {
  write('two.ts', 'export class First {}\nexport class SendSecond {\n  execute(): void {}\n}\n');
  write('taker.ts', takes('private readonly one: First', 'private readonly two: SendSecond'));
  expect(misnamedUseCases(root)).toEqual(['server/taker.ts: SendSecond is injected as two, not as sendSecond']);
});

it.each([
  ['class MarginFigures {\n  async execute(', 'MarginFigures'],
  ['abstract class ApiKeyEnds {\n  abstract execute(', 'ApiKeyEnds'],
])('names a class that executes and says no verb: %s', (text, name) => {
  write('figures.ts', `export ${text}): Promise<void> {}\n}\n`);
  write('taker.ts', takes(`private readonly ${name.charAt(0).toLowerCase()}${name.slice(1)}: ${name}`));
  expect(misnamedUseCases(root)).toEqual([
    `server/taker.ts: ${name} begins with no verb, so a call of its execute says none`,
  ]);
});
