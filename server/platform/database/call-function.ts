import type { EntityManager } from 'typeorm';
import { type PreparedStatement, runPrepared } from './prepared-statement.js';

/**
 * The stored functions that answer one value, by name, and below those that answer several, and those that answer a list of
 * rows. Each folder `sql` adds its
 * own in `functions.d.ts`, which is written from the signatures: `npm run sql-types`.
 *
 * Arguments are those of the signature without `p_`, in camel case; amounts are decimal text, JSON is text. What may be
 * null in an answer is said by the function's comment.
 */
export interface ValueFunctions {}
export interface RowFunctions {}
export interface ListFunctions {}

interface Signature {
  given: Record<string, unknown>;
  answer: unknown;
}
type Given<Functions, Name extends keyof Functions> = Functions[Name] extends Signature
  ? Functions[Name]['given']
  : never;
type Answer<Functions, Name extends keyof Functions> = Functions[Name] extends Signature
  ? Functions[Name]['answer']
  : never;

/** How functions are asked, by what they answer: as usual, and by a call that is recorded. */
type Frame = keyof typeof FRAMES;
const FRAMES = {
  value: { plain: 'select % as answer', traced: 'select % as answer from place' },
  row: { plain: 'select * from %', traced: 'select (called).* from (select % as called from place offset 0) answers' },
} as const;

const statements = new Map<string, PreparedStatement>();

/**
 * Calls a stored function by its name and the names of its arguments. Each connection parses and plans it once.
 * @throws the driver's error, with the SQLSTATE as its `code`.
 */
export async function callFunction<Name extends keyof ValueFunctions>(
  manager: EntityManager,
  name: Name,
  given: Given<ValueFunctions, Name>,
): Promise<Answer<ValueFunctions, Name>> {
  const rows = await call<{ answer: Answer<ValueFunctions, Name> }>(manager, 'value', name, given);
  return only(name, rows).answer;
}

/** The same for a function that answers several values. */
export async function callForRow<Name extends keyof RowFunctions>(
  manager: EntityManager,
  name: Name,
  given: Given<RowFunctions, Name>,
): Promise<Answer<RowFunctions, Name>> {
  return only(name, await rowsOf<Answer<RowFunctions, Name>>(manager, name, given));
}

/** The same for a function that answers a list of rows, in its order. */
export function callForRows<Name extends keyof ListFunctions>(
  manager: EntityManager,
  name: Name,
  given: Given<ListFunctions, Name>,
): Promise<Answer<ListFunctions, Name>[]> {
  return rowsOf<Answer<ListFunctions, Name>>(manager, name, given);
}

async function rowsOf<Row>(manager: EntityManager, name: string, given: object): Promise<Row[]> {
  const rows = await call<Record<string, unknown>>(manager, 'row', name, given);
  return rows.map((row) => {
    const named = Object.entries(row).map(([column, value]) => [camelCase(column), value]);
    return Object.fromEntries(named) as Row;
  });
}

function call<Row extends object>(manager: EntityManager, frame: Frame, name: string, given: object): Promise<Row[]> {
  // In one order, whoever calls, so that a name stands for one text.
  const entries = Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1));
  let statement = statements.get(name);
  if (!statement) {
    const parameters = entries.map(([argument], place) => `p_${snakeCase(argument)} => $${place + 1}`);
    statement = statementOf(frame, name, parameters);
    statements.set(name, statement);
  }
  const values = entries.map(([, value]) => value);
  return runPrepared<Row & Record<string, unknown>>(manager, statement, values);
}

/**
 * Of a call that is recorded the events that it appends are to know: its place is set for its transaction, and the outbox takes it as
 * a column's default. Within the statement, which is often all of the transaction; the call is for the row of the setting and comes after it.
 */
function statementOf(frame: Frame, name: string, parameters: string[]): PreparedStatement {
  const called = `${name}(${parameters.join(', ')})`;
  const { plain, traced } = FRAMES[frame];
  const place = `with place as materialized (select set_config('trading.trace', $${parameters.length + 1}, true))`;
  return {
    name: `call:${name}`,
    text: plain.replace('%', called),
    traced: `${place} ${traced.replace('%', called)}`,
  };
}

function only<Row>(name: string, [row]: Row[]): Row {
  if (!row) throw new Error(`${name} answered nothing`);
  return row;
}

function snakeCase(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camelCase(word: string): string {
  return word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
