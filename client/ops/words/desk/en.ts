import { words as books } from '../books/en';
import { words as cases } from '../cases/en';
import { words as frame } from '../frame/en';
import { words as help } from '../help/en';
import { words as people } from '../people/en';
import { words as product } from '../product/en';
import { words as settings } from '../settings/en';

/** What the operators' desk says in English; the other languages have the same set. */
export const words = { ...frame, ...cases, ...settings, ...help, ...people, ...product, ...books };

export type DeskWords = typeof words;
