import { secretOfFile } from './own-secrets.js';

/** The variable, or what the file of `NAME_FILE` holds; null when neither is set. @throws Error when both are, or no file. */
export function givenSecret(environment: Record<string, string | undefined>, name: string): string | null {
  const value = environment[name] ?? '';
  const file = environment[`${name}_FILE`] ?? '';
  if (value !== '' && file !== '')
    throw new Error(`Configuration is not usable. ${name}: set it or ${name}_FILE, not both`);
  if (file === '') return value === '' ? null : value;
  try {
    return secretOfFile(file);
  } catch (error) {
    throw new Error(`Configuration is not usable. ${name}_FILE: ${String(error)}`, { cause: error });
  }
}
