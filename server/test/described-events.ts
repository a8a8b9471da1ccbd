import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { DataSource } from 'typeorm';

const FILE = join(__dirname, '../contract/asyncapi.json');
/** So many events of a database are looked at; tests have fewer. */
const READ_MAX = 20_000;

let validators: Map<string, ValidateFunction> | null = null;

/**
 * What of the events that a database has made is not as the description of the channels says: a kind that it does not have, a field too few
 * or too many, a value of another type. Each fault once, with the kind and the field.
 */
export async function undescribedEvents(source: Pick<DataSource, 'query'>): Promise<string[]> {
  validators ??= readValidators();
  const events = await source.query<{ kind: string; payload: object }[]>(
    `select kind, payload from outbox order by user_id, sequence limit ${READ_MAX}`,
  );
  const faults = new Set<string>();
  for (const { kind, payload } of events) {
    const validate = validators.get(kind);
    if (!validate) faults.add(`${kind}: unknown`);
    else if (!validate(payload))
      for (const { instancePath, message, params } of validate.errors ?? [])
        faults.add(`${kind}${instancePath}: ${message ?? ''} ${JSON.stringify(params)}`);
  }
  return [...faults];
}

function readValidators(): Map<string, ValidateFunction> {
  const { components } = JSON.parse(readFileSync(FILE, 'utf8')) as { components: { schemas: Record<string, object> } };
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'description', components: { schemas: closed(components.schemas) } });
  const kinds = Object.keys(components.schemas).filter((name) => name.startsWith('event.'));
  return new Map(
    kinds.map((name) => [
      name.slice('event.'.length),
      ajv.compile({ $ref: `description#/components/schemas/${name}` }),
    ]),
  );
}

/** Of a schema that names its fields, one that has no others: what has a field that nobody describes is wrong. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in schema && typeof schema.properties === 'object'
    ? { additionalProperties: false, ...fields }
    : fields;
}
