import { words as books } from '../books/ja';
import { words as cases } from '../cases/ja';
import { words as frame } from '../frame/ja';
import { words as help } from '../help/ja';
import { words as people } from '../people/ja';
import { words as product } from '../product/ja';
import { words as settings } from '../settings/ja';
import type { DeskWords } from './en';

/** The desk in Japanese. */
export const words: DeskWords = { ...frame, ...cases, ...settings, ...help, ...people, ...product, ...books };
