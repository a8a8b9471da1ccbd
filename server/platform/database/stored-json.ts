import type { z } from 'zod';

/** {@link storedJson} of a column of text. @throws Error also where it is no JSON, without any of the text, which the engine's own has. */
export function storedJsonText<Value>(schema: z.ZodType<Value>, text: string, column: string): Value {
  return storedJson(schema, parsed(text, column), column);
}

function parsed(text: string, column: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${column} is not what it has to be: it is no JSON`);
  }
}

/**
 * What a column of JSON holds, once it is what the schema says. Nothing is done by a value that is anything else, whoever wrote it.
 * @param column as `table.column`, for whoever looks for the row.
 * @throws Error that names the column and the place in the value, and nothing of the value: it may be somebody's account.
 */
export function storedJson<Value>(schema: z.ZodType<Value>, value: unknown, column: string): Value {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const places = error.issues.map(({ path, code }) => `${path.join('.') || 'the whole'} (${code})`);
  throw new Error(`${column} is not what it has to be: ${places.slice(0, 3).join(', ')}`);
}
