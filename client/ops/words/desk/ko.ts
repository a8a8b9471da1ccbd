import { words as books } from '../books/ko';
import { words as cases } from '../cases/ko';
import { words as frame } from '../frame/ko';
import { words as help } from '../help/ko';
import { words as people } from '../people/ko';
import { words as product } from '../product/ko';
import { words as settings } from '../settings/ko';
import type { DeskWords } from './en';

/** The desk in Korean. */
export const words: DeskWords = { ...frame, ...cases, ...settings, ...help, ...people, ...product, ...books };
