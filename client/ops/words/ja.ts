import { words as english } from './en';
import type { DeskWords } from './words';

export const words: DeskWords = english;
