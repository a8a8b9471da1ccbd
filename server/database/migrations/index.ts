import { Markets1763600000000 } from './1763600000000-markets.js';

/** Every migration, in order. Forward only. */
export const MIGRATIONS = [Markets1763600000000];
