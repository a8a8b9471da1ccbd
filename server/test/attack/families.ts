import type { Family } from './attack.js';
import { CANARIES } from './canaries.js';
import { CODES } from './codes.js';
import { DESK_SPELLINGS } from './desk-spellings.js';
import { FACTORS } from './factors.js';
import { FLOODS } from './floods.js';
import { ORIGINS } from './origins.js';
import { OTHERS_RECORDS } from './others-records.js';
import { PASSKEYS } from './passkeys.js';
import { PUBLIC_PORT } from './public-port.js';
import { SECRETS_FAMILY } from './secrets.js';
import { TRANSPORT } from './transport.js';
import { UPLOADS } from './uploads.js';

/** REGISTRY of attacks, in the order in which they are carried out. */
export const FAMILIES: readonly Family[] = [
  DESK_SPELLINGS,
  TRANSPORT,
  ORIGINS,
  PUBLIC_PORT,
  SECRETS_FAMILY,
  FACTORS,
  PASSKEYS,
  CODES,
  OTHERS_RECORDS,
  UPLOADS,
  CANARIES,
  FLOODS,
];
