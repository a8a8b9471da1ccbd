import { words as books } from '../books/zh';
import { words as cases } from '../cases/zh';
import { words as frame } from '../frame/zh';
import { words as help } from '../help/zh';
import { words as people } from '../people/zh';
import { words as product } from '../product/zh';
import { words as settings } from '../settings/zh';
import type { DeskWords } from './en';

/** The desk in simplified Chinese. */
export const words: DeskWords = { ...frame, ...cases, ...settings, ...help, ...people, ...product, ...books };
