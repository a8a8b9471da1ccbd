import { words as books } from '../books/th';
import { words as cases } from '../cases/th';
import { words as frame } from '../frame/th';
import { words as help } from '../help/th';
import { words as people } from '../people/th';
import { words as product } from '../product/th';
import { words as settings } from '../settings/th';
import type { DeskWords } from './en';

/** The desk in Thai. */
export const words: DeskWords = { ...frame, ...cases, ...settings, ...help, ...people, ...product, ...books };
