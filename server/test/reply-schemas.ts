import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

interface Schema {
  $ref?: string;
  type?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  nullable?: boolean;
  enum?: unknown[];
  additionalProperties?: boolean | Schema;
}

interface Description {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema?: Schema }> }> }>
  >;
  components: { schemas: Record<string, Schema> };
}

/** What the API description says of the reply of each call, and nothing beside it: a further field breaks it. */
export class ReplySchemas {
  private readonly description = JSON.parse(
    readFileSync(join(__dirname, '../contract/openapi.json'), 'utf8'),
  ) as Description;
  private readonly ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  private readonly made = new Map<string, ValidateFunction | null>();

  constructor() {
    for (const [name, schema] of Object.entries(this.description.components.schemas)) {
      this.ajv.addSchema(this.closed(schema), `#/components/schemas/${name}`);
    }
  }

  /** What of a reply is not as it is described; null where the description says nothing, as of pictures. */
  problemsOf(verb: string, path: string, reply: unknown): string[] | null {
    // A success is held against the form of successes alone: of a choice nobody could say what is wrong with it.
    const isOk = (reply as { type?: string } | null)?.type === 'ok';
    const key = `${verb} ${path} ${isOk}`;
    const validate = this.made.get(key) ?? this.make(verb, path, isOk);
    this.made.set(key, validate);
    return validate ? this.faults(validate, reply) : null;
  }

  /** What of a value is not as a schema of the description says. */
  problemsWith(schema: object, value: unknown): string[] {
    return this.faults(this.ajv.compile(this.closed(schema)), value);
  }

  private faults(validate: ValidateFunction, value: unknown): string[] {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath.replace(/\/\d+/g, '/*')} ${message} ${JSON.stringify(params)}`,
    );
  }

  private make(verb: string, path: string, isOk: boolean): ValidateFunction | null {
    const address = path.startsWith('/') ? path : `/api/${path}`;
    const operation = this.description.paths[address.replace(/:(\w+)/g, '{$1}')]?.[verb.toLowerCase()];
    const schema = operation?.responses['200']?.content?.['application/json']?.schema;
    const success = isOk
      ? schema?.oneOf?.find((one) => this.resolved(one).properties?.type?.enum?.includes('ok'))
      : undefined;
    return schema ? this.ajv.compile(this.closed(success ?? schema)) : null;
  }

  /** The schema as JSON Schema has it, in which an object has the properties that are named and no others. */
  private closed(schema: Schema): Schema {
    if (schema.$ref) return { $ref: schema.$ref };
    if (schema.allOf) return this.closed(this.merged(schema));
    const closed: Schema = { ...schema };
    if (schema.properties) {
      closed.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([name, one]) => [name, this.closed(one)]),
      );
      closed.additionalProperties ??= false;
    }
    if (typeof schema.additionalProperties === 'object')
      closed.additionalProperties = this.closed(schema.additionalProperties);
    if (schema.items) closed.items = this.closed(schema.items);
    if (schema.oneOf) closed.oneOf = schema.oneOf.map((one) => this.closed(one));
    if (schema.anyOf) closed.anyOf = schema.anyOf.map((one) => this.closed(one));
    // The description says of an item of a list that it is required, which schemas say of names alone.
    if (!Array.isArray(schema.required)) delete closed.required;
    const { nullable, ...bare } = closed;
    return nullable ? { anyOf: [bare, { type: 'null' }] } : bare;
  }

  /** Of parts that are all to hold: one object with the properties of all. */
  private merged({ allOf = [], ...own }: Schema): Schema {
    const parts = allOf.map((part) => this.resolved(part));
    const [only] = parts;
    if (parts.length === 1 && only && !only.properties) return { ...only, ...own };
    return {
      ...own,
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
      required: [...parts, own].flatMap(({ required }) => (Array.isArray(required) ? required : [])),
    };
  }

  private resolved(schema: Schema): Schema {
    const named = schema.$ref ? this.description.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
    return named?.allOf ? this.merged(named) : (named ?? schema);
  }
}
