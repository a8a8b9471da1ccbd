import { words as books } from '../books/zh-Hant';
import { words as cases } from '../cases/zh-Hant';
import { words as frame } from '../frame/zh-Hant';
import { words as help } from '../help/zh-Hant';
import { words as people } from '../people/zh-Hant';
import { words as product } from '../product/zh-Hant';
import { words as settings } from '../settings/zh-Hant';
import type { DeskWords } from './en';

/** The desk in traditional Chinese. */
export const words: DeskWords = { ...frame, ...cases, ...settings, ...help, ...people, ...product, ...books };
