import { words as books } from '../books/es';
import { words as cases } from '../cases/es';
import { words as frame } from '../frame/es';
import { words as help } from '../help/es';
import { words as people } from '../people/es';
import { words as product } from '../product/es';
import { words as settings } from '../settings/es';
import type { DeskWords } from './en';

/** The desk in Spanish. */
export const words: DeskWords = { ...frame, ...cases, ...settings, ...help, ...people, ...product, ...books };
