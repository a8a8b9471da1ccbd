import { givenSecret } from './given-secret.js';

type Environment = Record<string, string | undefined>;

/** Settings with something secret in them that are read as the others are: a password, a token, or an address that holds one. */
const AMONG_OTHERS = [
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'AUDIT_ANCHORS_ACCESS_KEY_ID',
  'AUDIT_ANCHORS_SECRET_ACCESS_KEY',
  'REDIS_SENTINEL_PASSWORD',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
  'EVM_RPC_URL',
  'TRON_API_URL',
] as const;

/** Those of programs beside, and what goes into the addresses of Postgres and Redis. */
const APART = [
  'PASSWORD_PEPPER',
  'PASSWORD_PEPPER_PREVIOUS',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'WEB_PUSH_PRIVATE_KEY',
  'DATABASE_PASSWORD',
  'DATABASE_READ_PASSWORD',
  'DATABASE_DIRECT_PASSWORD',
  'DATABASE_WORKER_PASSWORD',
  'DATABASE_FEED_PASSWORD',
  'DATABASE_OWNER_PASSWORD',
  'REDIS_PASSWORD',
  'POSTGRES_PASSWORD',
] as const;

/** Every setting that holds a secret. Each is given by value or as `NAME_FILE`, a file that holds it. */
export const SECRET_SETTINGS: readonly string[] = [...AMONG_OTHERS, ...APART];

/** What is set beside the schema of the configuration, by programs and for them. */
export const SETTINGS_APART: readonly string[] = [
  ...APART,
  ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
  'DATABASE_DIRECT_URL',
  'DATABASE_WORKER_URL',
  'DATABASE_FEED_URL',
  'DATABASE_OWNER_URL',
  'OWNER_SECRETS_FOLDER',
  'MIGRATION_SECRETS_FOLDER',
];

/** The environment with what its files hold. @throws Error where one is not there, or both are given. */
export function withSecretFiles(environment: Environment): Environment {
  const held = AMONG_OTHERS.flatMap((name) => {
    const secret = givenSecret(environment, name);
    return secret === null ? [] : [[name, secret] as const];
  });
  return { ...environment, ...Object.fromEntries(held) };
}
